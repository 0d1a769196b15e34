import { Link } from '#web/ui/link.tsx'
import type { RepeatedLine } from '#contract/shop/orders.ts'
import { pages } from '#contract/core/pages.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { useCartPlan } from '#web/cart/use-cart.ts'
import { useCartChanges } from '#web/cart/use-cart-changes.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Repeated } from './use-repeat-order.ts'

/** Maximum number of changes shown. */
const maxChanges = 100

/** What was added to the cart, and what has changed since the order. */
export function RepeatOutcome({ outcome, onClose }: { outcome: Repeated | null; onClose(): void }) {
  const { t } = useTranslation()
  if (outcome === null) return null
  const changed = outcome.lines.filter(({ error, priceNow }) => error !== undefined || priceNow !== undefined)
  const more = changed.length - maxChanges
  return (
    <Dialog
      open
      width="md"
      title={t('orders.again.title')}
      onOpenChange={onClose}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <Link to={pages.cart} className={buttonClasses('solid', 'card')}>
            {t('orders.again.cart')}
          </Link>
        </>
      }
    >
      <div className="text-left">
        <p role="status" className="font-semibold">
          {outcome.addedCount === 0 ? t('orders.again.none') : t('orders.again.added', { count: outcome.addedCount })}
        </p>
        {outcome.plan !== null && <OtherPlan plan={outcome.plan} />}
        {changed.length > 0 && <h3 className="mt-4 mb-1 text-13 text-ink-2">{t('orders.again.changes')}</h3>}
        <ul className="divide-y divide-line">
          {changed.slice(0, maxChanges).map((line) => (
            <ChangedLine key={line.lineNo} line={line} />
          ))}
        </ul>
        {more > 0 && <p className="mt-2 text-13 text-ink-2">{t('orders.again.more', { count: more })}</p>}
      </div>
    </Dialog>
  )
}

/** The order had another payment plan than the cart: explains it and offers to switch back. */
function OtherPlan({ plan: { ordered, cart, choose } }: { plan: NonNullable<Repeated['plan']> }) {
  const { t } = useTranslation()
  const { choosePlan } = useCartChanges()
  const isChosen = useCartPlan() === choose
  const none = t('cartPage.plan.none')
  if (choose !== null && isChosen)
    return <MessageStrip tone="info">{t('orders.again.planChosen', { name: ordered ?? none })}</MessageStrip>
  return (
    <MessageStrip
      tone="info"
      actions={
        choose !== null && (
          <Button size="sm" onClick={() => choosePlan(choose)}>
            {t('cartPage.plan.choose', { name: ordered ?? none })}
          </Button>
        )
      }
    >
      {t('orders.again.plan', { ordered: ordered ?? none, cart: cart ?? none })}
    </MessageStrip>
  )
}

function ChangedLine({ line }: { line: RepeatedLine }) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const { error, priceBefore, priceNow, added, quantity, unit } = line
  const money = ({ value, currency }: { value: number; currency: string }) => formatMoney(value, currency)
  return (
    <li className="py-2">
      <ProductCode code={line.code} className="text-ink-2" /> <span className="font-medium">{line.name}</span>
      {error !== undefined && added > 0 && (
        <p className="text-13 text-warning">
          {t('orders.again.part', { unit, added: formatQuantity(added), quantity: formatQuantity(quantity) })}
        </p>
      )}
      {error !== undefined && added === 0 && (
        <p className="text-13 text-danger">
          {t('orders.again.missing')} {error.code === 'product_not_found' ? t('orders.again.offSale') : error.message}
        </p>
      )}
      {priceBefore !== undefined && priceNow !== undefined && (
        <p className="text-13 text-ink-2">
          {t('orders.again.price', { before: money(priceBefore), now: money(priceNow) })}
        </p>
      )}
    </li>
  )
}
