import type { ReactNode } from 'react'
import { TaxNote } from '#web/app/price.tsx'
import { CardTable } from '#web/ui/card-table.tsx'
import { HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Number of columns, which an opened offer's extra row spans. */
export const offerColumns = 5

export function OffersTable({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <CardTable
      label={t('offers.table')}
      below="lg"
      head={
        <>
          <HeadCell className="rounded-tl-panel pl-4">{t('offers.head.number')}</HeadCell>
          <HeadCell>{t('offers.head.date')}</HeadCell>
          <HeadCell>{t('offers.head.customer')}</HeadCell>
          <HeadCell align="right">
            {t('offers.head.total')}
            <TaxNote isIncluded />
          </HeadCell>
          <HeadCell align="right" className="rounded-tr-panel pr-4">
            {t('offers.head.actions')}
          </HeadCell>
        </>
      }
    >
      {children}
    </CardTable>
  )
}
