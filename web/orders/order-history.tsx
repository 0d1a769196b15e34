import { Link } from '#web/ui/link.tsx'
import { adminReturnPath, returnPath } from '#contract/core/record-paths.ts'
import type { OrderStepShown } from '#contract/shop/orders.ts'
import { lira } from '#domain/money/money.ts'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type HistoryProps = { history: readonly OrderStepShown[]; currency: string; isAdmin?: boolean }

/** The steps of an order, newest first: what happened, when, by whom and why. */
export function OrderHistory({ history, currency, isAdmin = false }: HistoryProps) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('orders.history.title')} className="mt-4 rounded-panel border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">{t('orders.history.title')}</h2>
      <ol className="p-4">
        {history.toReversed().map((step) => (
          <Step key={`${step.at} ${step.step}`} step={step} currency={currency} isAdmin={isAdmin} />
        ))}
      </ol>
    </section>
  )
}

type StepProps = { step: OrderStepShown; currency: string; isAdmin: boolean }

function Step({ step, currency, isAdmin }: StepProps) {
  const { t } = useTranslation()
  const { at, by, reason, documentNo, shipmentNo, goodsReturn, lines, total, amount, standsInFor } = step
  const name =
    by.name !== null && standsInFor !== null
      ? t('orders.history.standsInFor', { name: by.name, other: standsInFor })
      : by.name
  const who = name ?? (by.kind === 'erp' || by.kind === 'system' ? t(`orders.history.by.${by.kind}`) : null)
  return (
    <li className="relative pb-4 pl-5 text-13 last:pb-0">
      <span aria-hidden="true" className="absolute top-1.5 left-0 size-2 rounded-full bg-brand" />
      <span aria-hidden="true" className="history-line" />
      <p className="font-medium">
        {t(`orders.history.steps.${step.step}`)}
        {amount !== undefined && (
          <>
            {': '}
            <Price value={amount} currency={lira} />
          </>
        )}
      </p>
      {documentNo !== null && <p>{t('orders.history.document', { number: documentNo })}</p>}
      {shipmentNo !== null && <p>{t('orders.history.shipment', { number: shipmentNo })}</p>}
      {goodsReturn !== null && (
        <Link
          to={isAdmin ? adminReturnPath(goodsReturn.id) : returnPath(goodsReturn.returnNo)}
          className="tap text-brand-ink hover:underline"
        >
          {t('orders.history.goodsReturn', { number: goodsReturn.returnNo })}
        </Link>
      )}
      {reason !== '' && <p className="mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]">{reason}</p>}
      {lines.length > 0 && (
        <ul className="mt-1 flex flex-col gap-1">
          {lines.map((line) => (
            <ChangedLine key={line.lineNo} line={line} />
          ))}
        </ul>
      )}
      {total !== undefined && total.before !== total.after && (
        <p className="mt-1">
          {t('orders.history.total')}: <Price value={total.before} currency={currency} struck /> →{' '}
          <Price value={total.after} currency={currency} />
        </p>
      )}
      <p className="mt-0.5 text-12 text-ink-2">
        <Moment date={at} />
        {who !== null && ` · ${who}`}
      </p>
    </li>
  )
}

function ChangedLine({ line }: { line: OrderStepShown['lines'][number] }) {
  const { t, formatQuantity } = useTranslation()
  const { code, name, unit, quantity, price, replacedBy, replaces, rest } = line
  return (
    <li className="[overflow-wrap:anywhere]">
      <span className="code">{code}</span> {name}
      {quantity !== undefined && `: ${formatQuantity(quantity.before)} → ${formatQuantity(quantity.after)} ${unit}`}
      {price !== undefined && (
        <>
          {' · '}
          <Price value={price.before} currency={price.currency} struck /> →{' '}
          <Price value={price.after} currency={price.currency} />
        </>
      )}
      {replacedBy !== undefined && ` · ${t('orders.history.replacedBy', { code: replacedBy })}`}
      {replaces !== undefined && ` · ${t('orders.history.replaces', { code: replaces })}`}
      {rest !== undefined && ` · ${t(`orders.history.rests.${rest}`)}`}
    </li>
  )
}
