import { MessageCircle } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import { canMessage } from '#domain/stock/add-button.ts'
import type { CartTotals } from '#domain/cart/cart.ts'
import { lira } from '#domain/money/money.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'

/** Lines that fit into a link; the message says how many are left out. */
const maxLines = 40

type SendByMessageProps = { items: readonly CartItem[]; lineCount: number; totals: CartTotals }

/** Sends the cart as a message to the store (catalogue, section 2); shown only if messaging is on. */
export function SendByMessage({ items, lineCount, totals }: SendByMessageProps) {
  const { t, formatQuantity, formatMoney } = useTranslation()
  const { settings, seesPrices } = useVisitor()
  if (!canMessage({ isOn: settings.whatsapp === '1', number: settings.whatsappNumber })) return null
  const lines = items
    .slice(0, maxLines)
    .map(
      ({ quantity, productUnit, product }) =>
        `${formatQuantity(quantity)} ${productUnit.value} × ${product.code} ${product.name}`,
    )
  const { subtotal, tax, total, totalTry, currency } = totals
  const figures = [
    ['subtotal', formatMoney(subtotal, currency)],
    ['tax', formatMoney(tax, currency)],
    ['total', formatMoney(total, currency)],
    ...(currency === lira ? [] : [['totalTry', formatMoney(totalTry, lira)]]),
  ]
  const text = [
    t('cart.message.greeting'),
    ...lines,
    ...(lineCount > maxLines ? [t('cart.mini.more', { count: lineCount - maxLines })] : []),
    ...(seesPrices && !totals.total.isZero()
      ? figures.map(([name, value]) => `${t(`cart.totals.${name}`)}: ${value}`)
      : []),
  ].join('\n')
  return (
    <a
      href={`https://wa.me/${settings.whatsappNumber}?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noopener"
      className={buttonClasses('outline', 'md')}
    >
      <MessageCircle size={16} aria-hidden="true" />
      {t('cart.message.send')}
    </a>
  )
}
