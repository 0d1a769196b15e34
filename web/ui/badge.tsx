import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const tones = {
  brand: 'bg-brand-soft text-brand-ink',
  neutral: 'bg-fill text-ink-2',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
}

export type BadgeTone = keyof typeof tones

export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: BadgeTone
  className?: string
  children: ReactNode
}) {
  return <span className={classes('badge', tones[tone], className)}>{children}</span>
}

export const countText = (count: number): string => (count > 999 ? '999+' : String(count))

/** A count at the corner of an icon; renders nothing at 0. */
export function CountBadge({
  count,
  text = countText(count),
  className,
}: {
  count: number
  text?: string | undefined
  className?: string
}) {
  if (count === 0) return null
  return (
    <span
      className={classes(
        'flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-brand px-1 text-11 leading-none font-semibold text-on-brand',
        className,
      )}
    >
      {text}
    </span>
  )
}
