import { ArrowRight } from 'lucide-react'
import { urlOf, type Reply } from '#contract/core/endpoint.ts'
import {
  type ImportChange,
  type listImportChanges,
  type listImportPictures,
  type listImportProblems,
} from '#contract/admin/imports/import-lists.ts'
import { type ImportDetail } from '#contract/admin/imports/imports.ts'
import { adminImportPath } from '#contract/core/record-paths.ts'
import { Pagination } from '#web/app/page/pagination.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CsvLink } from './csv-link.tsx'
import { FailedPictures } from './import-pictures.tsx'
import { tabCount, type Tab, tabs } from './import-tabs.ts'
import { ListTabs } from './list-tabs.tsx'
import { ProblemKinds, ProblemsList } from './import-problems.tsx'

type Props = {
  detail: ImportDetail
  tab: Tab | null
  /** The kind of problems to list; null: all, by their kinds. */
  kind: string | null
  changes: Reply<typeof listImportChanges> | null
  problems: Reply<typeof listImportProblems> | null
  pictures: Reply<typeof listImportPictures> | null
}

/** Tabs for changes and problems; both can be downloaded as files. */
export function ImportDetails({ detail, tab, kind, changes, problems, pictures }: Props) {
  const { t, formatQuantity } = useTranslation()
  const list = changes ?? problems ?? pictures
  if (tab === null || list === null) return null
  const areGrouped = problems !== null && kind === null && problems.kinds.length > 1
  const to = (query: { tab: Tab; page?: number; kind?: string }) => urlOf(adminImportPath(detail.id), {}, query)
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <ListTabs
          label={t('imports.tabs.label')}
          tabs={tabs
            .filter((each) => tabCount(each, detail) > 0)
            .map((each) => ({
              tab: each,
              title: t(`imports.tabs.${each}`, { n: formatQuantity(tabCount(each, detail)) }),
            }))}
          current={tab}
          to={(each) => to({ tab: each })}
        />
        <div className="ml-auto flex flex-wrap gap-2">
          {detail.changes.changed + detail.changes.new > 0 && <CsvLink id={detail.id} part="changes" />}
          {detail.problems.error + detail.problems.warning + detail.problems.left > 0 && (
            <CsvLink id={detail.id} part="problems" />
          )}
          {tabCount('pictures', detail) > 0 && <CsvLink id={detail.id} part="pictures" />}
        </div>
      </div>
      {problems !== null && areGrouped && (
        <ProblemKinds id={detail.id} kinds={problems.kinds} to={(each) => to({ tab, kind: each })} />
      )}
      {problems !== null && !areGrouped && (
        <ProblemsList id={detail.id} list={problems} tab={tab} kind={kind} back={to({ tab })} />
      )}
      {pictures !== null && <FailedPictures items={pictures.items} />}
      {changes !== null && (
        <div className="overflow-x-auto rounded-panel border border-line bg-surface">
          {tab === 'new' ? <AddedTable items={changes.items} /> : <ChangesTable items={changes.items} />}
        </div>
      )}
      {!areGrouped && (
        <Pagination
          page={list.page}
          pages={list.pages}
          to={(page) => to({ tab, page, ...(kind !== null && { kind }) })}
        />
      )}
    </section>
  )
}

function ChangesTable({ items }: { items: readonly ImportChange[] }) {
  const { t } = useTranslation()
  return (
    <Table aria-label={t('imports.table.product')}>
      <TableHead>
        <tr className="border-b border-line">
          <HeadCell className="pl-4">{t('imports.table.product')}</HeadCell>
          <HeadCell className="w-2/3 pr-4">{t('imports.table.field')}</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {items.map((change) => (
          <ChangeRow key={change.productId} change={change} />
        ))}
      </tbody>
    </Table>
  )
}

function ChangeRow({ change: { code, name, differences } }: { change: ImportChange }) {
  const { t } = useTranslation()
  const none = <span className="text-ink-3">{t('imports.table.none')}</span>
  return (
    <tr data-testid="import-change" className="border-b border-line align-top last:border-0 [&>td]:py-2">
      <Cell className="pl-4 [overflow-wrap:anywhere]">
        <span className="code">{code}</span>
        <br />
        <span className="text-ink-2">{name}</span>
      </Cell>
      <Cell className="pr-4">
        <ul className="flex flex-col gap-0.5">
          {differences.map(({ field, old, new: isNew }) => (
            <li key={field} className="flex flex-wrap items-baseline gap-x-1.5 [overflow-wrap:anywhere]">
              <span className="text-ink-2">{field}:</span>
              <del className="text-ink-2 no-underline">{old ?? none}</del>
              <ArrowRight size={12} aria-label={t('imports.table.new')} className="shrink-0 self-center text-ink-3" />
              <ins className="font-medium no-underline">{isNew ?? none}</ins>
            </li>
          ))}
        </ul>
      </Cell>
    </tr>
  )
}

/** New products, one per row. */
function AddedTable({ items }: { items: readonly ImportChange[] }) {
  const { t } = useTranslation()
  const head = (name: string) => t(`imports.table.${name}`)
  return (
    <Table aria-label={head('added')}>
      <TableHead>
        <tr className="border-b border-line">
          <HeadCell className="pl-4">{head('product')}</HeadCell>
          <HeadCell>{head('brand')}</HeadCell>
          <HeadCell>{head('unit')}</HeadCell>
          <HeadCell align="right">{head('stock')}</HeadCell>
          <HeadCell align="right" className="pr-4">
            {head('price')}
          </HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {items.map(({ productId, code, name, added }) => (
          <tr key={productId} data-testid="import-added" className="border-b border-line last:border-0 [&>td]:py-2">
            <Cell className="pl-4 [overflow-wrap:anywhere]">
              <span className="code text-ink-2">{code}</span> {name}{' '}
              {added?.isOnSale === false && <Badge>{t('imports.table.offSale')}</Badge>}
            </Cell>
            <Cell>{added?.brand}</Cell>
            <Cell>{added?.unit}</Cell>
            <Cell align="right">{added?.stock}</Cell>
            <Cell align="right" className="pr-4 whitespace-nowrap">
              {added?.price ?? <span className="text-ink-3">{head('none')}</span>}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
