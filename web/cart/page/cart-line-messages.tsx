import { ArrowRight } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Money } from '#contract/core/money.ts'
import type { Unit } from '#contract/shop/product.ts'
import { convert } from '#domain/money/money.ts'
import { unitTitle } from '#domain/cart/unit-title.ts'
import type { QuantityProblem } from '#domain/pricing/order-quantity.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { baseUnitName } from '#web/product/unit-select.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Price } from '#web/app/price.tsx'
import { changeActivity, type LineFailure, without } from '#web/cart/cart-activity.ts'
import type { LineProblem } from '#web/cart/cart-lines.ts'
import { dismissFailure } from '#web/cart/change-lines.ts'
import { remainingStockText } from './remaining-stock.ts'
import { useCartChanges } from '#web/cart/use-cart-changes.ts'
import { useRemoval } from './use-removal.ts'

export type MessagesProps = {
  item: CartItem
  problem: LineProblem | undefined
  failure: LineFailure | undefined
  hint: string | undefined
  priceBefore: Money | undefined
}

/** Messages of a line: a failed change, a stock or price problem that stops the order, a changed price. */
export function CartLineMessages({ item, problem, failure, hint, priceBefore }: MessagesProps) {
  if (!problem && !failure && !hint && !priceBefore) return null
  return (
    <td className="space-y-1.5 py-1 [grid-area:message]">
      {hint && (
        <MessageStrip tone="warning" role="status">
          {hint}
        </MessageStrip>
      )}
      {failure && <FailureMessage item={item} failure={failure} />}
      {!failure && problem?.kind === 'stock' && <ShortageMessage item={item} {...problem} />}
      {!failure && problem?.kind === 'price' && <NoPriceMessage item={item} />}
      {!failure && problem?.kind === 'offSale' && <OffSaleMessage item={item} />}
      {!failure && problem?.kind === 'rule' && <RuleMessage item={item} problem={problem.problem} />}
      {priceBefore && <PriceMessage item={item} before={priceBefore} />}
    </td>
  )
}

function FailureMessage({ item, failure }: { item: CartItem; failure: LineFailure }) {
  const { t } = useTranslation()
  const fits = Number(failure.facts['fits'] ?? Number.NaN)
  return (
    <MessageStrip
      tone="danger"
      role="alert"
      actions={
        <>
          <Button variant="ghost" size="sm" onClick={() => dismissFailure(item.id)}>
            {t(failure.quantity === undefined ? 'ui.ok' : 'ui.cancel')}
          </Button>
          {Number.isNaN(fits) && (
            <Button size="sm" onClick={failure.retry}>
              {t('ui.retry')}
            </Button>
          )}
          {/* After a refused change of unit the line stays as it is. */}
          {!Number.isNaN(fits) && failure.unit === undefined && <FixShortage item={item} fits={fits} />}
        </>
      }
    >
      <b className="text-danger">{failure.message}</b>{' '}
      {!Number.isNaN(fits) && (
        <RemainingStock item={item} fits={fits} left={Number(failure.facts['left'] ?? 0)} unit={failure.unit} />
      )}
    </MessageStrip>
  )
}

type ShortageProps = { item: CartItem; amount: number; fits: number; left: number }

function ShortageMessage({ item, amount, fits, left }: ShortageProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <MessageStrip tone="danger" actions={<FixShortage item={item} fits={fits} />}>
      <b className="text-danger">{t('cart.line.shortage', { amount: formatQuantity(amount) })}</b>{' '}
      <RemainingStock item={item} fits={fits} left={left} />
    </MessageStrip>
  )
}

type RemainingStockProps = { item: CartItem; fits: number; left: number; unit?: Unit | undefined }

function RemainingStock({ item: { product, productUnit }, fits, left, unit = productUnit }: RemainingStockProps) {
  const translation = useTranslation()
  const names = { unit: unit.value, title: unitTitle(unit, translation.language), base: baseUnitName(product) }
  return <span className="text-ink-2">{remainingStockText(translation, { fits, left, ...names })}</span>
}

/** Fixes a shortage: sets the largest quantity that stock covers, or removes the line. */
function FixShortage({ item, fits }: { item: CartItem; fits: number }) {
  const { t, formatQuantity } = useTranslation()
  const { setQuantity } = useCartChanges()
  const removeLine = useRemoval(item)
  function repair(): void {
    dismissFailure(item.id)
    if (fits > 0) setQuantity(item, fits)
    else removeLine()
  }
  return (
    <Button size="sm" onClick={repair}>
      {fits > 0 ? t('cart.line.setFits', { fits: formatQuantity(fits) }) : t('cart.line.remove')}
    </Button>
  )
}

function NoPriceMessage({ item }: { item: CartItem }) {
  const { t } = useTranslation()
  const removeLine = useRemoval(item)
  return (
    <MessageStrip
      tone="danger"
      actions={
        <Button size="sm" onClick={removeLine}>
          {t('cart.line.remove')}
        </Button>
      }
    >
      <b className="text-danger">{t('cart.line.noPrice')}</b>{' '}
      <span className="text-ink-2">{t('cart.line.noPriceText')}</span>
    </MessageStrip>
  )
}

/** A rule of quantity that the line breaks, and the quantities that fit: one click each. */
function RuleMessage({ item, problem: { kind, term, fits } }: { item: CartItem; problem: QuantityProblem }) {
  const { t, formatQuantity } = useTranslation()
  const { setQuantity } = useCartChanges()
  const removeLine = useRemoval(item)
  const { product, productUnit } = item
  const base = product.units.find(({ id }) => id === product.defaultUnit) ?? productUnit
  const facts = {
    quantityText: formatQuantity(term.quantity),
    unit: (term.inUnit ? productUnit : base).value,
    days: term.days ?? 0,
  }
  const unit = productUnit.value
  return (
    <MessageStrip
      tone="danger"
      actions={
        fits.length === 0 ? (
          <Button size="sm" onClick={removeLine}>
            {t('cart.line.remove')}
          </Button>
        ) : (
          fits.map((quantity) => (
            <Button key={quantity} size="sm" onClick={() => setQuantity(item, quantity)}>
              {t('cartPage.rules.set', { quantity: formatQuantity(quantity), unit })}
            </Button>
          ))
        )
      }
    >
      <b className="text-danger">{t(`errors.quantity_${kind}`, facts)}</b>{' '}
      {fits.length === 0 && <span className="text-ink-2">{t('cartPage.rules.noFit')}</span>}
    </MessageStrip>
  )
}

function OffSaleMessage({ item }: { item: CartItem }) {
  const { t } = useTranslation()
  const removeLine = useRemoval(item)
  return (
    <MessageStrip
      tone="danger"
      actions={
        <Button size="sm" variant="solid" onClick={removeLine}>
          {t('cart.line.remove')}
        </Button>
      }
    >
      <b className="text-danger">{t('cart.line.offSale')}</b>{' '}
      <span className="text-ink-2">{t('cart.line.offSaleText')}</span>
    </MessageStrip>
  )
}

function PriceMessage({ item, before }: { item: CartItem; before: Money }) {
  const { t } = useTranslation()
  const { currency, rates } = usePriceView()
  const price = item.productUnit.defaultPrice
  return (
    <MessageStrip
      tone="info"
      actions={
        <Button
          variant="ghost"
          size="sm"
          onClick={() => changeActivity(({ priceNotices }) => ({ priceNotices: without(priceNotices, item.id) }))}
        >
          {t('ui.ok')}
        </Button>
      }
    >
      <b>{t('cart.line.priceChanged')}</b> <Price value={convert(before, currency, rates)} currency={currency} struck />{' '}
      <ArrowRight size={12} aria-hidden="true" className="inline" />{' '}
      {price && <Price value={convert(price, currency, rates)} currency={currency} />}.{' '}
      {t('cart.line.priceChangedText')}
    </MessageStrip>
  )
}
