import { useRevalidator } from 'react-router'
import { orderPath } from '#contract/core/record-paths.ts'
import { type TransferNotice, withdrawTransfer } from '#contract/shop/transfers.ts'
import { lira } from '#domain/money/money.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Price } from '#web/app/price.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { Link } from '#web/ui/link.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { NoticeFacts } from './notice-facts.tsx'
import { NoticeStateBadge } from './notice-state-badge.tsx'

/** Notices of the dealer, newest first; cards on phones. */
export function TransfersTable({ items, label }: { items: readonly TransferNotice[]; label: string }) {
  const { t } = useTranslation()
  const column = (name: string) => t(`transfers.columns.${name}`)
  return (
    <CardTable
      label={label}
      below="lg"
      head={
        <>
          <HeadCell className="pl-4">{column('day')}</HeadCell>
          <HeadCell className="w-full">{column('sender')}</HeadCell>
          <HeadCell>{column('account')}</HeadCell>
          <HeadCell align="right">{column('amount')}</HeadCell>
          <HeadCell className="pr-4">{column('state')}</HeadCell>
        </>
      }
    >
      {items.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} />
      ))}
    </CardTable>
  )
}

function NoticeRow({ notice }: { notice: TransferNotice }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const { day, bank, amount, state, reason, orderNo } = notice
  return (
    <tr data-testid="transfer-notice" className={cardRow.lg}>
      <Cell className="whitespace-nowrap max-lg:order-3 max-lg:px-0 lg:pl-4">
        {formatDay(day)}
        <span className="block text-12 text-ink-2 max-lg:hidden">{t('transfers.by', { name: notice.user })}</span>
      </Cell>
      <Cell className="max-lg:order-1 max-lg:px-0">
        <NoticeFacts
          notice={notice}
          order={
            orderNo && (
              <Link to={orderPath(orderNo)} className="tap text-brand-ink hover:underline">
                {t('transfers.order', { number: orderNo })}
              </Link>
            )
          }
        />
      </Cell>
      <Cell className="whitespace-nowrap max-lg:order-4 max-lg:px-0 max-lg:text-right">{bank}</Cell>
      <Cell align="right" className="whitespace-nowrap max-lg:order-2 max-lg:px-0">
        <Price value={amount} currency={lira} className="font-semibold" />
      </Cell>
      <Cell className="max-lg:order-5 max-lg:col-span-2 max-lg:px-0 lg:min-w-44 lg:pr-4">
        <span className="flex flex-wrap items-center gap-2">
          <NoticeStateBadge state={state} />
          {state === 'waiting' && user?.permissions.includes('pay') === true && <WithdrawButton notice={notice} />}
        </span>
        {reason !== '' && <span className="block text-12 text-ink-2">{t('transfers.reason', { reason })}</span>}
      </Cell>
    </tr>
  )
}

function WithdrawButton({ notice: { id, amount } }: { notice: TransferNotice }) {
  const { t, formatMoney } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  async function withdraw(): Promise<void> {
    const label = t('transfers.withdraw.action')
    const answer = await showAlert({
      text: t('transfers.withdraw.question', { amount: formatMoney(amount, lira) }),
      actions: [{ label, value: 'withdraw', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'withdraw') return
    await send(
      async () => {
        await call(withdrawTransfer, { params: { id: String(id) } })
        notify.success(t('transfers.withdraw.done'), { id: 'transfer' })
        await revalidate()
      },
      async (error) => {
        await showAlert({ text: error.message })
        await revalidate()
      },
    )
  }
  return (
    <Button size="sm" variant="ghost" busy={isBusy} onClick={() => void withdraw()}>
      {t('transfers.withdraw.action')}
    </Button>
  )
}
