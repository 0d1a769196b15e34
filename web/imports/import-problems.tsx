import type { Reply } from '#contract/core/endpoint.ts'
import {
  importCsvPath,
  type ImportProblem,
  type ImportProblemKind,
  type listImportProblems,
} from '#contract/admin/imports/import-lists.ts'
import { CardTable } from '#web/ui/card-table.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Tab } from './import-tabs.ts'
import { ProblemKind, ProblemKindHead } from './problem-kind.tsx'

type KindsProps = { id: number; kinds: readonly ImportProblemKind[]; to(kind: string): string }

/** The kinds of problems with their numbers and first rows. */
export function ProblemKinds({ id, kinds, to }: KindsProps) {
  return kinds.map(({ kind, title, total, items }) => (
    <ProblemKind
      key={kind}
      {...{ kind, title, total }}
      csv={importCsvPath(id, 'problems', kind)}
      to={total > items.length ? to(kind) : null}
    >
      <ProblemsTable label={title} items={items} isLeft={false} />
    </ProblemKind>
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
  const { t } = useTranslation()
  const one = kinds.find(({ kind }) => kind === chosen) ?? (kinds.length === 1 ? kinds[0] : undefined)
  return (
    <>
      {one !== undefined && (
        <ProblemKindHead
          title={one.title}
          total={one.total}
          csv={importCsvPath(id, 'problems', one.kind)}
          back={kinds.length > 1 ? back : null}
        />
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
