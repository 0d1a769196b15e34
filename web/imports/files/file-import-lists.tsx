import { Download } from 'lucide-react'
import {
  fileImportCsvPath,
  type FileImportDetail,
  type FileImportRows,
  type FileImportTab,
  fileImportTabs,
} from '#contract/admin/imports/file-imports.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { adminFileImportPath } from '#contract/core/admin-pages.ts'
import { ListTabs } from '#web/imports/list-tabs.tsx'
import { ProblemKind, ProblemKindHead } from '#web/imports/problem-kind.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Props = {
  detail: FileImportDetail
  tab: FileImportTab
  /** The kind of problems to list; null: all, by their kinds. */
  kind: string | null
  rows: FileImportRows
}

/** The lists of an import in tabs; each can be downloaded. Problems of several kinds are listed by kind. */
export function FileImportLists({ detail, tab, kind: chosen, rows }: Props) {
  const { t, formatQuantity } = useTranslation()
  const { id, kind, counts } = detail
  const one = rows.kinds.find((each) => each.kind === chosen) ?? (rows.kinds.length === 1 ? rows.kinds[0] : undefined)
  const areGrouped = one === undefined && rows.kinds.length > 1
  const to = (query: { tab: FileImportTab; page?: number; kind?: string }) =>
    urlOf(adminFileImportPath(kind, id), {}, query)
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
      {areGrouped &&
        rows.kinds.map(({ kind: each, title, total, items }) => (
          <ProblemKind
            key={each}
            {...{ kind: each, title, total }}
            csv={fileImportCsvPath(id, tab, each)}
            to={total > items.length ? to({ tab, kind: each }) : null}
          >
            <RowsTable columns={rows.columns} items={items} label={title} />
          </ProblemKind>
        ))}
      {one !== undefined && (
        <ProblemKindHead
          title={one.title}
          total={one.total}
          csv={fileImportCsvPath(id, tab, one.kind)}
          back={rows.kinds.length > 1 ? to({ tab }) : null}
        />
      )}
      {!areGrouped && (
        <>
          <RowsTable
            columns={rows.columns}
            items={rows.items}
            label={one?.title ?? t(`imports.files.tabs.${tab}`, { n: formatQuantity(counts[tab]) })}
          />
          <Pagination
            page={rows.page}
            pages={rows.pages}
            to={(page) => to({ tab, page, ...(chosen !== null && { kind: chosen }) })}
          />
        </>
      )}
    </section>
  )
}

type TableProps = Pick<FileImportRows, 'columns' | 'items'> & { label: string }

function RowsTable({ columns, items, label }: TableProps) {
  // Narrow, so that the tables of several kinds have the same columns.
  const isLines = columns.length === 2 && columns[0]?.align === 'right'
  const edge = (at: number) => classes(at === 0 && 'pl-4', at === columns.length - 1 && 'pr-4')
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must be scrollable with the keyboard
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-panel border border-line bg-surface"
    >
      <Table aria-label={label}>
        <TableHead>
          <tr className="border-b border-line">
            {columns.map(({ title, align }, at) => (
              <HeadCell key={title} align={align} className={classes(edge(at), isLines && at === 0 && 'w-24')}>
                {title}
              </HeadCell>
            ))}
          </tr>
        </TableHead>
        <tbody>
          {items.map(({ key, cells }) => (
            <tr
              key={key}
              data-testid="import-item"
              className="border-b border-line align-top last:border-0 [&>td]:py-2"
            >
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
    </section>
  )
}
