import { Gift, Tag, Truck } from 'lucide-react'
import type { CartPromotions, PromotionHint } from '#contract/shop/promotions.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useCart } from '#web/cart/use-cart.ts'
import { CouponField } from './coupon-field.tsx'

/** What promotions give this cart, what a little more would give, and the coupons. Nothing where none is in force. */
export function CartPromotionsPanel({ className = '' }: { className?: string }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const { promotions } = useCart()
  if (promotions === null || isEmpty(promotions)) return null
  const { applied, free, hints, coupons, takesCoupons, freeDelivery } = promotions
  return (
    <section
      aria-labelledby="promotions-title"
      data-testid="cart-promotions"
      className={`flex flex-col gap-3 border-line bg-surface p-4 max-sm:border-y sm:rounded-panel sm:border ${className}`}
    >
      <h2 id="promotions-title" className="text-16 font-semibold">
        {t('promotions.cart.title')}
      </h2>
      {(applied.length > 0 || free.length > 0) && (
        <ul className="flex flex-col gap-2">
          {applied
            .filter(({ kind }) => kind !== 'free_goods')
            .map((each) => (
              <AppliedPromotion key={each.id} applied={each} />
            ))}
          {free.map((each) => (
            <FreeGoods key={`${each.promotion} ${each.productId}`} free={each} />
          ))}
          {freeDelivery && (
            <li className="flex items-start gap-2">
              <Truck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
              {t('promotions.cart.freeDelivery')}
            </li>
          )}
        </ul>
      )}
      {hints.length > 0 && (
        <ul aria-label={t('promotions.cart.hints')} className="flex flex-col gap-1.5 text-13 text-ink-2">
          {hints.map((hint, i) => (
            <Hint key={`${hint.promotion} ${i}`} hint={hint} />
          ))}
        </ul>
      )}
      {takesCoupons && user !== null && <CouponField coupons={coupons} />}
    </section>
  )
}

const isEmpty = ({ applied, free, hints, takesCoupons }: CartPromotions): boolean =>
  applied.length + free.length + hints.length === 0 && !takesCoupons

function AppliedPromotion({ applied: { name, kind, uses } }: { applied: CartPromotions['applied'][number] }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <li className="flex items-start gap-2">
      <Tag size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
      <span>
        {name}
        {kind === 'bundle' && (
          <span className="text-ink-2">
            {' '}
            · {t('promotions.cart.sets', { count: uses, sets: formatQuantity(uses) })}
          </span>
        )}
      </span>
    </li>
  )
}

function FreeGoods({ free }: { free: CartPromotions['free'][number] }) {
  const { t, formatQuantity } = useTranslation()
  const { code, name, unit, quantity, missing, promotion } = free
  return (
    <li className="flex items-start gap-2" data-testid="free-goods">
      <Gift size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {quantity > 0 && (
          <>
            <b className="font-semibold">{t('promotions.cart.free', { quantity: formatQuantity(quantity), unit })}</b>{' '}
            {name} <span className="code text-ink-2">{code}</span>
            <span className="block text-12 text-ink-2">{promotion}</span>
          </>
        )}
        {missing > 0 && (
          <span className="block text-12 text-warning">
            {t('promotions.cart.missing', { quantity: formatQuantity(missing), unit, name })}
          </span>
        )}
      </span>
    </li>
  )
}

/** What a little more would bring. */
export function Hint({ hint }: { hint: PromotionHint }) {
  const text = useHintText()
  return <li>{text(hint)}</li>
}

function useHintText(): (hint: PromotionHint) => string {
  const { t, formatMoney, formatQuantity } = useTranslation()
  return (hint) => {
    const { promotion } = hint
    if (hint.kind === 'more_amount') {
      const facts = {
        amount: formatMoney(hint.missing, hint.currency),
        percent: formatQuantity(hint.percent ?? 0),
        promotion,
      }
      const gain = hint.percent === null ? 'delivery' : hint.freeDelivery ? 'both' : 'percent'
      return t(`promotions.hint.amount.${gain}`, facts)
    }
    if (hint.kind === 'missing_parts') {
      const parts = hint.parts.map(({ quantity, unit, name }) => `${formatQuantity(quantity)} ${unit} ${name}`)
      return t('promotions.hint.parts', { parts: parts.join(', '), promotion })
    }
    const { product, missing, free, freeProduct } = hint
    const facts = {
      missing: formatQuantity(missing),
      unit: product?.unit ?? '',
      product: product?.name ?? promotion,
      free: formatQuantity(free),
      gift: freeProduct === null ? '' : `${freeProduct.unit} ${freeProduct.name}`,
      promotion,
    }
    if (freeProduct === null) return t('promotions.hint.units.same', facts)
    return t(product === null ? 'promotions.hint.units.any' : 'promotions.hint.units.other', facts)
  }
}
