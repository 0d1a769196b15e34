import { urlOf, type Reply } from '#contract/core/endpoint.ts'
import { adminBankLinesPath } from '#contract/core/admin-pages.ts'
import { adminOrderPath } from '#contract/core/record-paths.ts'
import type { DealersTransferNotice, listTransferNotices } from '#contract/admin/transfer-notices.ts'
import { lira } from '#domain/money/money.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { formFormats } from '#domain/text/format.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { Price } from '#web/app/price.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { NoticeFacts } from '#web/bank-transfers/notice-facts.tsx'
import { NoticeStateBadge } from '#web/bank-transfers/notice-state-badge.tsx'

const columns: readonly Column[] = [
  { name: 'day', className: 'pl-4' },
  { name: 'dealer', className: 'w-1/3' },
  { name: 'sender', className: 'w-1/3' },
  { name: 'amount', align: 'right' },
  { name: 'state', className: 'pr-4 w-1/3' },
]

type TableProps = {
  place: ListPlace
  list: Omit<Reply<typeof listTransferNotices>, 'state'> & { state: string | null }
  onReject(notice: DealersTransferNotice): void
}

/** Notices of all dealers; cards in narrow windows. */
export function NoticesTable({ place, list, onReject }: TableProps) {
  return (
    <ListTable place={place} list={list} columns={columns} noun="transferNotices">
      {list.items.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} onReject={() => onReject(notice)} />
      ))}
    </ListTable>
  )
}

function NoticeRow({ notice, onReject }: { notice: DealersTransferNotice; onReject(): void }) {
  const { t } = useTranslation()
  const { day, bank, dealer, dealerCode, amount, state, reason, settledBy, orderId, orderNo } = notice
  const text = (name: string) => t(`administration.transferNotices.${name}`)
  const lines = urlOf(adminBankLinesPath, {}, { q: formFormats.formatNumber(amount, 2) })
  return (
    <tr data-testid="transfer-notice" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="whitespace-nowrap max-xl:order-3 max-xl:px-0 xl:pl-4">
        {formatDay(day)}
        <span className="block text-12 text-ink-2">{bank}</span>
      </Cell>
      <Cell className="max-xl:order-1 max-xl:px-0">
        <span className="line-clamp-1 font-medium">{dealer}</span>
        <span className="text-12 text-ink-2">{dealerCode}</span>
      </Cell>
      <Cell className="max-xl:order-4 max-xl:col-span-2 max-xl:px-0">
        <NoticeFacts
          notice={notice}
          order={
            orderId && (
              <AreaLink to={adminOrderPath(orderId)} className="tap text-brand-ink hover:underline">
                {t('transfers.order', { number: orderNo ?? '' })}
              </AreaLink>
            )
          }
        />
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:order-2 max-xl:px-0">
        <Price value={amount} currency={lira} className="font-semibold" />
      </Cell>
      <Cell className="max-xl:order-5 max-xl:col-span-2 max-xl:px-0 xl:pr-4">
        <span className="flex flex-wrap items-center gap-2">
          {state === 'waiting' ? (
            <>
              <AreaLink to={lines} className={buttonClasses('outline', 'sm')}>
                {text('find')}
              </AreaLink>
              <MayChange>
                <Button size="sm" variant="ghost" onClick={onReject}>
                  {text('reject.action')}
                </Button>
              </MayChange>
            </>
          ) : (
            <NoticeStateBadge state={state} />
          )}
          {settledBy !== null && <span className="text-12 text-ink-2">{settledBy}</span>}
        </span>
        {reason !== '' && <span className="block text-12 text-ink-2">{t('transfers.reason', { reason })}</span>}
      </Cell>
    </tr>
  )
}
