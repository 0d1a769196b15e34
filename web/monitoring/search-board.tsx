import type { ReactNode } from 'react'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { DetailRow } from './detail-row.tsx'
import { ShareBar } from './share-bar.tsx'
import type { Board } from './use-board.ts'

/** The three tables of the search dashboard. */
export function SearchBoard({ board: { topQueries, topUsers, lastQueries } }: { board: Board }) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,0.85fr)_minmax(0,1.2fr)]">
      <TopQueries rows={topQueries} />
      <TopUsers rows={topUsers} />
      <LastQueries rows={lastQueries} />
    </div>
  )
}

function TopQueries({ rows }: { rows: Board['topQueries'] }) {
  const { t, formatQuantity } = useTranslation()
  const max = rows[0]?.count ?? 0
  return (
    <Panel title={t('monitoring.search.topQueries')} isEmpty={rows.length === 0} columns={['query', 'count', 'date']}>
      {rows.map(({ query, count, formattedCreatedAt, detail }, at) => (
        <DetailRow
          key={query}
          rank={at + 1}
          name={query}
          facts={formatQuantity(count)}
          detail={detail.map(({ userName, totalCount }) => ({ name: userName, count: totalCount }))}
        >
          <Cell align="right" className="whitespace-nowrap">
            <ShareBar value={count} max={max} /> <span className="inline-block min-w-7">{formatQuantity(count)}</span>
          </Cell>
          <Cell align="right" className="pr-4 whitespace-nowrap text-ink-2">
            {withoutYear(formattedCreatedAt)}
          </Cell>
        </DetailRow>
      ))}
    </Panel>
  )
}

function TopUsers({ rows }: { rows: Board['topUsers'] }) {
  const { t, formatQuantity } = useTranslation()
  const max = rows[0]?.count ?? 0
  return (
    <Panel title={t('monitoring.search.topUsers')} isEmpty={rows.length === 0} columns={['user', 'count']}>
      {rows.map(({ name, count, detail }, at) => (
        <DetailRow
          // Two users may have the same name.
          key={`${at} ${name}`}
          rank={at + 1}
          name={name}
          facts={formatQuantity(count)}
          detail={detail.map(({ searchQuery, searchCount, formattedCreatedAt }) => ({
            name: searchQuery,
            count: searchCount,
            date: formattedCreatedAt,
          }))}
        >
          <Cell align="right" className="pr-4 whitespace-nowrap">
            <ShareBar value={count} max={max} /> <span className="inline-block min-w-7">{formatQuantity(count)}</span>
          </Cell>
        </DetailRow>
      ))}
    </Panel>
  )
}

/** The log covers less than a year, and names need the space. */
const withoutYear = (moment: string) => moment.replace(/\.\d{4}(?= )/, '')

function LastQueries({ rows }: { rows: Board['lastQueries'] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('monitoring.search.lastQueries')} isEmpty={rows.length === 0} columns={['user', 'query', 'date']}>
      {rows.map(({ name, query, formattedCreatedAt }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same search may stand here twice
        <tr key={`${at} ${query}`} className="h-8.5 border-b border-line last:border-0 hover:bg-hover">
          <Cell align="right" className="pl-3 text-ink-2">
            {at + 1}
          </Cell>
          <Cell className="w-1/2 max-w-0 2xl:w-3/5 truncate" title={name}>
            {name}
          </Cell>
          <Cell className="w-1/2 max-w-0 truncate font-medium 2xl:w-2/5" title={query}>
            {query}
          </Cell>
          <Cell align="right" className="pr-4 whitespace-nowrap text-ink-2">
            {withoutYear(formattedCreatedAt)}
          </Cell>
        </tr>
      ))}
    </Panel>
  )
}

type Column = 'query' | 'user' | 'count' | 'date'
type PanelProps = { title: string; columns: readonly Column[]; isEmpty: boolean; children: ReactNode }

function Panel({ title, columns, isEmpty, children }: PanelProps) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={title}
      className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      <h2 className="px-4 py-2.5 text-14 font-semibold">{title}</h2>
      {isEmpty ? (
        <p className="border-t border-line px-4 py-8 text-center text-ink-2">{t('monitoring.search.none')}</p>
      ) : (
        <Table aria-label={title}>
          <TableHead>
            <tr className="border-y border-line">
              <HeadCell align="right" className="w-10 pl-3">
                <span aria-hidden="true">#</span>
                <span className="sr-only">{t('monitoring.search.rank')}</span>
              </HeadCell>
              {columns.map((column) => {
                const isRight = column === 'count' || column === 'date'
                return (
                  <HeadCell
                    key={column}
                    align={isRight ? 'right' : 'left'}
                    className={isRight ? 'last:pr-4' : undefined}
                  >
                    {t(`monitoring.search.${column}`)}
                  </HeadCell>
                )
              })}
            </tr>
          </TableHead>
          <tbody>{children}</tbody>
        </Table>
      )}
    </section>
  )
}
