import { ArrowRight, Download } from 'lucide-react'
import { urlOf, type Reply } from '#contract/core/endpoint.ts'
import {
  type ImportChange,
  importCsvPath,
  type ImportProblem,
  type listImportChanges,
  type listImportPictures,
  type listImportProblems,
} from '#contract/admin/imports/import-lists.ts'
import { type ImportDetail } from '#contract/admin/imports/imports.ts'
import { adminImportPath } from '#contract/core/pages.ts'
import { Pagination } from '#web/app/page/pagination.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CardTable } from '#web/ui/card-table.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { FailedPictures } from './import-pictures.tsx'
import { tabCount, type Tab, tabs } from './import-tabs.ts'
import { ListTabs } from './list-tabs.tsx'

type Props = {
  detail: ImportDetail
  tab: Tab | null
  changes: Reply<typeof listImportChanges> | null
  problems: Reply<typeof listImportProblems> | null
  pictures: Reply<typeof listImportPictures> | null
}

/** Tabs for changes and problems; both can be downloaded as files. */
export function ImportDetails({ detail, tab, changes, problems, pictures }: Props) {
  const { t, formatQuantity } = useTranslation()
  const list = changes ?? problems ?? pictures
  if (tab === null || list === null) return null
  const to = (query: { tab: Tab; page?: number }) => urlOf(adminImportPath(detail.id), {}, query)
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
      {problems !== null && <ProblemsTable items={problems.items} tab={tab} />}
      {pictures !== null && <FailedPictures items={pictures.items} />}
      {changes !== null && (
        <div className="overflow-x-auto rounded-panel border border-line bg-surface">
          {tab === 'new' ? <AddedTable items={changes.items} /> : <ChangesTable items={changes.items} />}
        </div>
      )}
      <Pagination page={list.page} pages={list.pages} to={(page) => to({ tab, page })} />
    </section>
  )
}

const csvLabels = { changes: 'csvChanges', problems: 'csvProblems', pictures: 'csvPictures' }

function CsvLink({ id, part }: { id: number; part: keyof typeof csvLabels }) {
  const { t } = useTranslation()
  return (
    <a href={importCsvPath(id, part)} download className={buttonClasses('outline', 'card')}>
      <Download size={16} aria-hidden="true" />
      {t(`imports.table.${csvLabels[part]}`)}
    </a>
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

function ProblemsTable({ items, tab }: { items: readonly ImportProblem[]; tab: Tab }) {
  const { t } = useTranslation()
  const isLeft = tab === 'left'
  return (
    <CardTable
      label={t('imports.table.reason')}
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
