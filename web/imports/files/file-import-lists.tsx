import { Download } from 'lucide-react'
import {
  fileImportCsvPath,
  type FileImportDetail,
  type FileImportRows,
  type FileImportTab,
  fileImportTabs,
} from '#contract/admin/imports/file-imports.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { adminFileImportPath } from '#contract/core/pages.ts'
import { ListTabs } from '#web/imports/list-tabs.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Props = { detail: FileImportDetail; tab: FileImportTab; rows: FileImportRows }

/** The lists of an import in tabs; each can be downloaded. */
export function FileImportLists({ detail, tab, rows }: Props) {
  const { t, formatQuantity } = useTranslation()
  const { id, kind, counts } = detail
  const to = (query: { tab: FileImportTab; page?: number }) => urlOf(adminFileImportPath(kind, id), {}, query)
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <ListTabs
          label={t('imports.files.tabs.label')}
          tabs={fileImportTabs
            .filter((each) => counts[each] > 0)
            .map((each) => ({
              tab: each,
              title: t(`imports.files.tabs.${each}`, { n: formatQuantity(counts[each]) }),
            }))}
          current={tab}
          to={(each) => to({ tab: each })}
        />
        <a href={fileImportCsvPath(id, tab)} download className={`${buttonClasses('outline', 'card')} ml-auto`}>
          <Download size={16} aria-hidden="true" />
          {t('imports.files.csv')}
        </a>
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must be scrollable with the keyboard
        tabIndex={0}
        aria-label={t('imports.files.tabs.label')}
        className="overflow-x-auto rounded-panel border border-line bg-surface"
      >
        <RowsTable rows={rows} label={t(`imports.files.tabs.${tab}`, { n: formatQuantity(counts[tab]) })} />
      </section>
      <Pagination page={rows.page} pages={rows.pages} to={(page) => to({ tab, page })} />
    </section>
  )
}

function RowsTable({ rows: { columns, items }, label }: { rows: FileImportRows; label: string }) {
  const edge = (at: number) => classes(at === 0 && 'pl-4', at === columns.length - 1 && 'pr-4')
  return (
    <Table aria-label={label}>
      <TableHead>
        <tr className="border-b border-line">
          {columns.map(({ title, align }, at) => (
            <HeadCell key={title} align={align} className={edge(at)}>
              {title}
            </HeadCell>
          ))}
        </tr>
      </TableHead>
      <tbody>
        {items.map(({ key, cells }) => (
          <tr key={key} data-testid="import-item" className="border-b border-line align-top last:border-0 [&>td]:py-2">
            {columns.map(({ title, align }, at) => (
              <Cell
                key={title}
                align={align}
                className={classes(
                  edge(at),
                  align === 'left' ? 'min-w-32 [overflow-wrap:anywhere]' : 'whitespace-nowrap tabular-nums',
                )}
              >
                {cells[at]}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
