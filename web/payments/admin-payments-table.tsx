import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { ListedPayment } from '#contract/payment-administration.ts'
import { adminOrderPath, adminPaymentPath } from '#contract/pages.ts'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { wordFor } from './admin-words.ts'
import { PaymentStateBadge } from './payment-state-badge.tsx'

/** Payments, newest first; cards where the window is narrow. */
export function PaymentsTable({ items }: { items: readonly ListedPayment[] }) {
  const { t } = useTranslation()
  const title = (name: string) => t(`administration.payments.columns.${name}`)
  return (
    <section className="overflow-x-auto rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
      <Table aria-label={t('administration.payments.title')} className="max-xl:block">
        <TableHead className="max-xl:hidden">
          <tr className="border-b border-line">
            <HeadCell className="pl-4">{title('date')}</HeadCell>
            <HeadCell>{title('reference')}</HeadCell>
            <HeadCell className="w-full 2xl:w-1/2">{title('dealer')}</HeadCell>
            <HeadCell>{title('card')}</HeadCell>
            <HeadCell align="right">{title('installment')}</HeadCell>
            <HeadCell align="right">{title('amount')}</HeadCell>
            <HeadCell className="pr-4">{title('state')}</HeadCell>
          </tr>
        </TableHead>
        <tbody className="max-xl:block">
          {items.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </tbody>
      </Table>
    </section>
  )
}

const card =
  'relative border-b border-line last:border-0 hover:bg-hover max-xl:grid max-xl:grid-cols-[1fr_auto] max-xl:gap-x-3 max-xl:gap-y-1 max-xl:p-3 xl:h-13 xl:[&>td]:py-1.5'

function PaymentRow({ payment }: { payment: ListedPayment }) {
  const { t } = useTranslation()
  const { id, reference, kind, dealer, dealerCode, user, orderNo, orderId, cardNumber, cardBank, installment } = payment
  return (
    <tr data-testid="payment" className={card}>
      <Cell className="max-xl:order-5 max-xl:px-0 xl:pl-4">
        <Moment date={payment.createdAt} />
      </Cell>
      <Cell className="max-xl:order-1 max-xl:px-0">
        {/* The whole row leads to the payment. */}
        <Link
          to={adminPaymentPath(id)}
          className="code font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {reference}
        </Link>
        <span className="block text-12 whitespace-nowrap text-ink-2">
          {orderId === null ? (
            (orderNo ?? t(`administration.payments.kinds.${kind}`))
          ) : (
            <Link to={adminOrderPath(orderId)} className="code relative z-1 text-brand-ink hover:underline">
              {orderNo}
            </Link>
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
            {wordFor(t, 'attention', payment.attention)}
          </span>
        )}
      </Cell>
    </tr>
  )
}
