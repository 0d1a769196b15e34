import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { Reply } from '#contract/core/endpoint.ts'
import type { ImportProblem, ImportProblemKind, listImportProblems } from '#contract/admin/imports/import-lists.ts'
import { CardTable } from '#web/ui/card-table.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CsvLink } from './csv-link.tsx'
import type { Tab } from './import-tabs.ts'

type KindsProps = { id: number; kinds: readonly ImportProblemKind[]; to(kind: string): string }

/** The kinds of problems with their numbers and first rows; each can be listed and downloaded as a whole. */
export function ProblemKinds({ id, kinds, to }: KindsProps) {
  const { t, formatQuantity } = useTranslation()
  return kinds.map(({ kind, title, total, items }) => (
    <section
      key={kind}
      data-testid="problem-kind"
      aria-labelledby={`kind-${kind}`}
      className="mt-2 flex flex-col gap-2"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={`kind-${kind}`} className="min-w-0 text-14 font-semibold">
          {title} <span className="font-normal text-ink-2">({formatQuantity(total)})</span>
        </h2>
        {total > items.length && (
          <span className="ml-auto flex flex-wrap gap-2">
            <Link
              to={to(kind)}
              preventScrollReset
              aria-label={t('imports.kinds.allOf', { title })}
              className={buttonClasses('outline', 'card')}
            >
              {t('imports.kinds.all', { n: formatQuantity(total) })}
            </Link>
            <CsvLink id={id} part="problems" kind={{ kind, title }} />
          </span>
        )}
      </div>
      <ProblemsTable label={title} items={items} isLeft={false} />
    </section>
  ))
}

type ListProps = {
  id: number
  list: Reply<typeof listImportProblems>
  tab: Tab
  kind: string | null
  /** The list of all kinds. */
  back: string
}

/** A page of problems, of one kind or of all. */
export function ProblemsList({ id, list: { items, kinds }, tab, kind: chosen, back }: ListProps) {
  const { t, formatQuantity } = useTranslation()
  const one = kinds.find(({ kind }) => kind === chosen) ?? (kinds.length === 1 ? kinds[0] : undefined)
  return (
    <>
      {one !== undefined && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {kinds.length > 1 && (
            <Link to={back} preventScrollReset className={buttonClasses('outline', 'card')}>
              <ChevronLeft size={16} aria-hidden="true" />
              {t('imports.kinds.back')}
            </Link>
          )}
          <h2 className="min-w-0 text-14 font-semibold">
            {one.title} <span className="font-normal text-ink-2">({formatQuantity(one.total)})</span>
          </h2>
          {kinds.length > 1 && (
            <span className="ml-auto">
              <CsvLink id={id} part="problems" kind={one} />
            </span>
          )}
        </div>
      )}
      <ProblemsTable label={one?.title ?? t('imports.table.reason')} items={items} isLeft={tab === 'left'} />
    </>
  )
}

type TableProps = { label: string; items: readonly ImportProblem[]; isLeft: boolean }

function ProblemsTable({ label, items, isLeft }: TableProps) {
  const { t } = useTranslation()
  return (
    <CardTable
      label={label}
      below="xl"
      head={
        <>
          <HeadCell className="w-56 pl-4">{t(isLeft ? 'imports.table.product' : 'imports.table.line')}</HeadCell>
          <HeadCell className={isLeft ? 'pr-4' : undefined}>{t('imports.table.reason')}</HeadCell>
          {!isLeft && <HeadCell className="w-2/5 pr-4">{t('imports.table.row')}</HeadCell>}
        </>
      }
    >
      {items.map(({ file, line, key, reason, row }) => (
        <tr
          key={`${file} ${line} ${key} ${reason}`}
          data-testid="import-problem"
          className="border-b border-line align-top last:border-0 max-xl:grid max-xl:gap-y-1 max-xl:px-3 max-xl:py-2.5 xl:[&>td]:py-2"
        >
          <Cell className="[overflow-wrap:anywhere] max-xl:px-0 xl:pl-4">
            {isLeft ? (
              <span className="code">{key}</span>
            ) : (
              <span className="tabular-nums">
                <span className="text-12 text-ink-2 xl:hidden">{t('imports.table.line')} </span>
                {line}
              </span>
            )}
            {!isLeft && <span className="text-12 text-ink-2 max-xl:ml-2 xl:block">{file}</span>}
          </Cell>
          <Cell className="[overflow-wrap:anywhere] max-xl:px-0">{reason}</Cell>
          {!isLeft && (
            <Cell className="code text-12 text-ink-2 [overflow-wrap:anywhere] max-xl:px-0 xl:pr-4">{row}</Cell>
          )}
        </tr>
      ))}
    </CardTable>
  )
}
