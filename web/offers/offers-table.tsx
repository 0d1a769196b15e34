import type { ReactNode } from 'react'
import { HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Columns of the list; a row has as many cells, and an opened one another row below. */
export const offerColumns = 5

export function OffersTable({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="rounded-panel border border-line bg-surface max-lg:overflow-hidden">
      <Table aria-label={t('offers.table')} className="max-lg:block">
        <TableHead className="max-lg:hidden">
          <tr className="border-b border-line">
            <HeadCell className="rounded-tl-panel pl-4">{t('offers.head.number')}</HeadCell>
            <HeadCell>{t('offers.head.date')}</HeadCell>
            <HeadCell>{t('offers.head.customer')}</HeadCell>
            <HeadCell align="right">{t('offers.head.total')}</HeadCell>
            <HeadCell align="right" className="rounded-tr-panel pr-4">
              {t('offers.head.actions')}
            </HeadCell>
          </tr>
        </TableHead>
        <tbody className="max-lg:block">{children}</tbody>
      </Table>
    </div>
  )
}
