import type { Reply } from '#contract/core/endpoint.ts'
import {
  maxSearchRows,
  type searchQueries,
  type SearchedRow,
  type SearcherRow,
  type SearchType,
} from '#contract/admin/monitoring.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type Found = Reply<typeof searchQueries> & { type: SearchType }

/** 'Arama Sonuçları': who searched for a word, or what users with a name searched for. */
export function SearchResults({ found, onClose }: { found: Found; onClose(): void }) {
  const { t } = useTranslation()
  const { searchQuery, searchResult: rows, type } = found
  const isByWord = type === 'kelime'
  return (
    <Dialog
      open
      width="md"
      onOpenChange={onClose}
      title={t('monitoring.search.results')}
      actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <p className="font-semibold break-words">{t('monitoring.search.resultsOf', { query: searchQuery })}</p>
      <p className="mb-3 text-13 text-ink-2">
        {t(isByWord ? 'monitoring.search.wordHint' : 'monitoring.search.personHint')}
      </p>
      {rows.length === 0 ? (
        <p className="py-6 text-center">{t(isByWord ? 'monitoring.search.noWord' : 'monitoring.search.noPerson')}</p>
      ) : (
        <Table aria-label={t('monitoring.search.results')}>
          <TableHead>
            <tr className="border-b border-line">
              <HeadCell align="right">
                <span aria-hidden="true">#</span>
                <span className="sr-only">{t('monitoring.search.rank')}</span>
              </HeadCell>
              <HeadCell className="w-full">
                {t(isByWord ? 'monitoring.search.user' : 'monitoring.search.query')}
              </HeadCell>
              <HeadCell align="right">{t('monitoring.search.count')}</HeadCell>
              <HeadCell align="right">{t('monitoring.search.date')}</HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {rows.map((row, at) => (
              <Row key={`${at} ${row.formattedCreatedAt}`} rank={at + 1} row={row} />
            ))}
          </tbody>
        </Table>
      )}
      {rows.length >= maxSearchRows && (
        <p className="mt-2 text-12 text-ink-2">{t('monitoring.search.first', { count: maxSearchRows })}</p>
      )}
    </Dialog>
  )
}

function Row({ rank, row }: { rank: number; row: SearcherRow | SearchedRow }) {
  const { formatQuantity } = useTranslation()
  const [name, count] = 'userName' in row ? [row.userName, row.totalCount] : [row.searchQuery, row.searchCount]
  return (
    <tr className="h-9 border-b border-line last:border-0">
      <Cell align="right" className="text-ink-2">
        {rank}
      </Cell>
      <Cell className="py-1.5 font-medium break-words">{name}</Cell>
      <Cell align="right" className="whitespace-nowrap">
        {formatQuantity(count)}
      </Cell>
      <Cell align="right" className="whitespace-nowrap text-ink-2">
        {row.formattedCreatedAt}
      </Cell>
    </tr>
  )
}
