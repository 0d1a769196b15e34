import { ChevronLeft, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** A kind of problems; `csv` is the address of its file. */
type Kind = { kind: string; title: string; total: number; csv: string }

type SectionProps = Kind & {
  /** The page with all problems of the kind; null if the children are all. */
  to: string | null
  /** The first problems. */
  children: ReactNode
}

/** A kind of problems with its number and first rows; all of them can be listed and downloaded. */
export function ProblemKind({ kind, title, total, csv, to, children }: SectionProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <section data-testid="problem-kind" aria-labelledby={`kind-${kind}`} className="mt-2 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <KindTitle id={`kind-${kind}`} title={title} total={total} />
        {to !== null && (
          <span className="ml-auto flex flex-wrap gap-2">
            <Link
              to={to}
              preventScrollReset
              aria-label={t('imports.kinds.allOf', { title })}
              className={buttonClasses('outline', 'card')}
            >
              {t('imports.kinds.all', { n: formatQuantity(total) })}
            </Link>
            <KindCsv title={title} csv={csv} />
          </span>
        )}
      </div>
      {children}
    </section>
  )
}

/** The head of a list of one kind. `back`: the list of all kinds; null if there is only one. */
export function ProblemKindHead({ title, total, csv, back }: Omit<Kind, 'kind'> & { back: string | null }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {back !== null && (
        <Link to={back} preventScrollReset className={buttonClasses('outline', 'card')}>
          <ChevronLeft size={16} aria-hidden="true" />
          {t('imports.kinds.back')}
        </Link>
      )}
      <KindTitle title={title} total={total} />
      {back !== null && (
        <span className="ml-auto">
          <KindCsv title={title} csv={csv} />
        </span>
      )}
    </div>
  )
}

function KindTitle({ id, title, total }: { id?: string; title: string; total: number }) {
  const { formatQuantity } = useTranslation()
  return (
    <h2 id={id} className="min-w-0 text-14 font-semibold">
      {title} <span className="font-normal text-ink-2">({formatQuantity(total)})</span>
    </h2>
  )
}

function KindCsv({ title, csv }: { title: string; csv: string }) {
  const { t } = useTranslation()
  return (
    <a
      href={csv}
      download
      aria-label={t('imports.kinds.csvOf', { title })}
      className={buttonClasses('outline', 'card')}
    >
      <Download size={16} aria-hidden="true" />
      {t('imports.kinds.csv')}
    </a>
  )
}
