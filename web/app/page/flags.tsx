import type { Locale } from '#contract/core/visitor.ts'

const frame = { width: 18, height: 12, 'aria-hidden': true, className: 'shrink-0 rounded-[2px]' } as const

/** The flag of a language. */
export function Flag({ locale }: { locale: Locale }) {
  return locale === 'tr' ? (
    <svg viewBox="0 0 36 24" {...frame}>
      <path fill="#e30a17" d="M0 0h36v24H0z" />
      <circle cx="12.5" cy="12" r="6" fill="#fff" />
      <circle cx="14" cy="12" r="4.8" fill="#e30a17" />
      <path fill="#fff" d="m17.2 12 5.4-1.75-3.34 4.6V9.15l3.34 4.6z" />
    </svg>
  ) : (
    <svg viewBox="0 0 36 24" {...frame}>
      <path fill="#012169" d="M0 0h36v24H0z" />
      <path stroke="#fff" strokeWidth="5" d="m0 0 36 24M36 0 0 24" />
      <path stroke="#c8102e" strokeWidth="2" d="m0 0 36 24M36 0 0 24" />
      <path stroke="#fff" strokeWidth="8" d="M18 0v24M0 12h36" />
      <path stroke="#c8102e" strokeWidth="4.5" d="M18 0v24M0 12h36" />
    </svg>
  )
}
