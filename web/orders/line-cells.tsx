import { Link } from '#web/ui/link.tsx'
import type { Order, OrderItem } from '#contract/shop/orders.ts'
import { convert } from '#domain/money/money.ts'
import { unitPricePlaces } from '#domain/pricing/rounded-price.ts'
import { unitText } from '#domain/text/unit-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export function LineName({ line }: { line: OrderItem }) {
  const maker = [line.brand, line.model].filter(Boolean).join(' · ')
  return (
    <>
      {line.url === null ? (
        line.name
      ) : (
        <Link to={line.url} className="tap inline-block py-0.5 font-medium hover:underline">
          {line.name}
        </Link>
      )}
      {maker !== '' && <span className="block text-12 text-ink-2">{maker}</span>}
      {line.promotions !== undefined && <LinePromotions line={line} promotions={line.promotions} />}
    </>
  )
}

/** The promotions that made the price of a line, and whether it is for nothing. */
function LinePromotions({ line, promotions }: { line: OrderItem; promotions: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-12 text-ink-2">
      {line.isFree && <Badge tone="success">{t('promotions.line.free')}</Badge>}
      {t('promotions.line.by', { names: promotions.join(', ') })}
    </span>
  )
}

/** The ordered quantity, and how much of it is on back order, shipped, cancelled and returned. */
export function LineQuantity({ line, isCancel = false }: { line: OrderItem; isCancel?: boolean }) {
  const { t, formatQuantity } = useTranslation()
  const { quantity, backOrder } = line
  // A cancelled order says so once.
  const progress = (isCancel ? [] : (['shipped', 'cancelled', 'returned'] as const))
    .map((name) => [name, line[name]] as const)
    .filter(([, count]) => count > 0)
  return (
    <>
      {formatQuantity(quantity)} {unitText(line, formatQuantity)}
      {backOrder > 0 && (
        <span className="block text-12 text-warning">
          {t('checkout.summary.backOrder', { quantity: formatQuantity(backOrder) })}
        </span>
      )}
      {progress.map(([name, count]) => (
        <span key={name} className="block text-12 text-ink-2">
          {t(`orders.lines.${name}`, { quantity: formatQuantity(count) })}
        </span>
      ))}
    </>
  )
}

type LinePriceProps = { line: OrderItem; order: Pick<Order, 'currency' | 'rates'> }

/** The unit price with the decimals that it takes to multiply to the line's amount (docs/decisions/025). */
export function LinePrice({ line, order: { currency, rates } }: LinePriceProps) {
  const { price, quantity, cancelled, amount = 0, discount } = line
  const { t, formatMoney, formatQuantity } = useTranslation()
  if (price === undefined) return null
  const shown = convert(price, currency, rates)
  const places = unitPricePlaces({ price: shown, quantity, cancelled, amount })
  const unit = <span className="whitespace-nowrap">{formatMoney(shown, currency, places)}</span>
  if (discount === undefined) return unit
  const before = convert({ ...price, value: discount.before }, currency, rates)
  return (
    <>
      {unit}
      <span className="block text-12 whitespace-nowrap text-ink-2">
        <s>{formatMoney(before, currency)}</s>{' '}
        {t('orders.lines.discount', { percent: formatQuantity(discount.percent) })}
      </span>
    </>
  )
}
