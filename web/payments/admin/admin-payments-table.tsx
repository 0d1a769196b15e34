import { TriangleAlert } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import type { Reply } from '#contract/core/endpoint.ts'
import type { ListedPayment, listPayments } from '#contract/admin/payments.ts'
import { adminOrderPath, adminPaymentPath } from '#contract/core/record-paths.ts'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { translateWord } from './admin-words.ts'
import { PaymentStateBadge } from '#web/payments/bank/payment-state-badge.tsx'

const columns: readonly Column[] = [
  { name: 'date', className: 'pl-4' },
  { name: 'reference' },
  { name: 'dealer', className: 'w-full 2xl:w-1/2' },
  { name: 'card' },
  { name: 'installment', align: 'right' },
  { name: 'amount', align: 'right' },
  { name: 'state', className: 'pr-4' },
]

/** Payments, newest first; cards in narrow windows. */
export function PaymentsTable({ place, list }: { place: ListPlace; list: Reply<typeof listPayments> }) {
  return (
    <ListTable place={place} list={list} columns={columns} noun="payments">
      {list.items.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
    </ListTable>
  )
}

function PaymentRow({ payment }: { payment: ListedPayment }) {
  const { t } = useTranslation()
  const { id, reference, kind, dealer, dealerCode, user, orderNo, orderId, cardNumber, cardBank, installment } = payment
  return (
    <tr data-testid="payment" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="max-xl:order-5 max-xl:px-0 xl:pl-4">
        <Moment date={payment.createdAt} />
      </Cell>
      <Cell className="max-xl:order-1 max-xl:px-0">
        {/* The whole row links to the payment. */}
        <AreaLink
          to={adminPaymentPath(id)}
          className="code inline-flex min-h-6 items-center font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {reference}
        </AreaLink>
        <span className="block text-12 whitespace-nowrap text-ink-2">
          {orderId === null ? (
            (orderNo ?? t(`administration.payments.kinds.${kind}`))
          ) : (
            <AreaLink
              to={adminOrderPath(orderId)}
              className="code relative z-1 inline-flex min-h-6 items-center text-brand-ink hover:underline"
            >
              {orderNo}
            </AreaLink>
          )}
        </span>
      </Cell>
      <Cell className="min-w-40 max-xl:order-3 max-xl:px-0">
        <span className="line-clamp-1 font-medium">{dealer}</span>
        <span className="line-clamp-1 text-12 text-ink-2">
          {[dealerCode, user ?? t('administration.payments.byLink')].join(' · ')}
        </span>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-6 max-xl:px-0 max-xl:text-right">
        {cardNumber !== null && <span className="code">{cardNumber}</span>}
        <span className="block text-12 text-ink-2">{cardBank}</span>
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:hidden">
        {installment === 1 ? t('administration.payments.single') : installment}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:order-2 max-xl:px-0">
        <Price value={payment.amount} currency={payment.currency} className="font-semibold" />
        {payment.refunded > 0 && (
          <span className="block text-12 text-ink-2">
            {t('administration.payments.refundedPart')} <Price value={payment.refunded} currency={payment.currency} />
          </span>
        )}
      </Cell>
      <Cell className="max-xl:order-4 max-xl:px-0 max-xl:text-right xl:pr-4">
        <PaymentStateBadge state={payment.state} />
        {payment.attention !== null && (
          <span className="mt-0.5 flex items-start gap-1 text-12 text-warning max-xl:justify-end xl:min-w-40">
            <TriangleAlert size={12} aria-hidden="true" className="mt-0.5 shrink-0" />
            {translateWord(t, 'attention', payment.attention)}
          </span>
        )}
      </Cell>
    </tr>
  )
}
