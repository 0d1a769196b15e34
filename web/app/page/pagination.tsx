import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import { pageWindow } from '#domain/text/pagination.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'

type PaginationProps = { page: number; pages: number; to(page: number): string }

/** Page numbers as specified; on phones the current page between two arrows. */
export function Pagination({ page, pages, to }: PaginationProps) {
  const { t, formatQuantity } = useTranslation()
  if (pages <= 1) return null
  return (
    <nav aria-label={t('catalog.pages.label')} className="flex items-center justify-center gap-1.5 py-6 max-sm:gap-3">
      <Step to={page > 1 ? to(page - 1) : null} rel="prev" label={t('catalog.pages.previous')}>
        <ChevronLeft size={16} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('catalog.pages.previous')}</span>
      </Step>
      <span className="text-14 text-ink-2 sm:hidden">
        {t('catalog.pages.ofPages', { page: formatQuantity(page), pages: formatQuantity(pages) })}
      </span>
      <ol className="flex items-center gap-1 max-sm:hidden">
        {pageWindow(page, pages).map((step, at, steps) => (
          <li key={step === 'gap' ? `gap after ${steps[at - 1]}` : step}>
            {step === 'gap' ? <Gap /> : <PageLink number={step} isCurrent={step === page} to={to(step)} />}
          </li>
        ))}
      </ol>
      <Step to={page < pages ? to(page + 1) : null} rel="next" label={t('catalog.pages.next')}>
        <span className="max-sm:sr-only">{t('catalog.pages.next')}</span>
        <ChevronRight size={16} aria-hidden="true" />
      </Step>
    </nav>
  )
}

function Gap() {
  return (
    <span className="flex h-8 w-8 items-center justify-center text-ink-3" aria-hidden="true">
      …
    </span>
  )
}

function PageLink({ number, isCurrent, to }: { number: number; isCurrent: boolean; to: string }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={t('catalog.pages.page', { page: number })}
      className={classes('page-link', isCurrent ? 'bg-brand text-on-brand' : 'text-ink-2 hover:bg-hover')}
    >
      {formatQuantity(number)}
    </Link>
  )
}

function Step({ to, rel, label, children }: { to: string | null; rel: string; label: string; children: ReactNode }) {
  const style = buttonClasses(to === null ? 'blocked' : 'outline', 'md', 'max-sm:w-11 max-sm:px-0')
  if (to === null)
    return (
      <span aria-hidden="true" className={style}>
        {children}
      </span>
    )
  return (
    <Link to={to} rel={rel} aria-label={label} className={style}>
      {children}
    </Link>
  )
}
