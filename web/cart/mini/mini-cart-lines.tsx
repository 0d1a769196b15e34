import '#web/app/page-words.ts'
import { Trash2 } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { CartItem } from '#contract/shop/cart.ts'
import { pages } from '#contract/core/pages.ts'
import { hasPrice, lineAmount } from '#domain/cart/cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { Price } from '#web/app/price.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { TotalsList } from '#web/product/totals-list.tsx'
import { useConfirmClear } from '#web/cart/page/use-confirm-clear.ts'
import { linePrice } from '#web/cart/cart-lines.ts'
import { useCart, useCartPrices } from '#web/cart/use-cart.ts'

/** Number of lines in the dropdown; the cart page shows all. */
const maxLines = 20

export function MiniCartLines({ onLeave }: { onLeave(): void }) {
  const { t } = useTranslation()
  const { items, lineCount, isLoaded, totals } = useCart()
  const { seesPrices } = useVisitor()
  const confirmClear = useConfirmClear()
  if (isLoaded && items.length === 0) {
    return (
      <div className="space-y-3 p-6 text-center">
        <p className="text-ink-2">{t('cart.empty.title')}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Link to={pages.orderPad} onClick={onLeave} className={buttonClasses('soft', 'card')}>
            {t('shell.orderPad')}
          </Link>
          <Link to={pages.cart} onClick={onLeave} className={buttonClasses('outline', 'card')}>
            {t('cart.mini.byCode')}
          </Link>
        </div>
      </div>
    )
  }
  return (
    <>
      <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
        <span className="font-semibold">{t('cart.lines', { count: lineCount })}</span>
        <Button
          variant="ghost"
          size="sm"
          icon={<Trash2 size={14} aria-hidden="true" />}
          onClick={() => {
            onLeave()
            void confirmClear()
          }}
        >
          {t('cart.mini.clear')}
        </Button>
      </div>
      <ul className="max-h-80 overflow-y-auto overscroll-contain">
        {items.slice(0, maxLines).map((item) => (
          <MiniLine key={item.id} item={item} onLeave={onLeave} />
        ))}
        {lineCount > maxLines && (
          <li className="px-4 py-3 text-13 text-ink-2">{t('cart.mini.more', { count: lineCount - maxLines })}</li>
        )}
      </ul>
      {seesPrices && (
        <div className="border-t border-line px-4 py-3">
          <TotalsList totals={totals} size="small" />
        </div>
      )}
    </>
  )
}

function MiniLine({ item, onLeave }: { item: CartItem; onLeave(): void }) {
  const { t, formatQuantity } = useTranslation()
  const prices = useCartPrices()
  const { currency, rates } = prices
  const { product, productUnit, quantity } = item
  const price = linePrice(item, prices)
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={product.url}
        onClick={onLeave}
        className="flex items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-hover"
      >
        <ProductImage
          src={product.image}
          alt=""
          width={40}
          height={40}
          className="size-10 shrink-0 rounded-badge bg-tile p-0.5"
        />
        <span className="min-w-0 flex-1">
          <span title={product.name} className="block truncate text-13 font-medium">
            {product.name}
          </span>
          <span className="block text-12 text-ink-2">
            {formatQuantity(quantity)} {productUnit.value}
          </span>
          {item.isOffSale && <span className="block text-12 font-medium text-danger">{t('cart.line.offSale')}</span>}
        </span>
        {price && !hasPrice(price, currency, rates) && (
          <span className="text-13 text-ink-2">{t('cart.button.ask_price')}</span>
        )}
        {hasPrice(price, currency, rates) && (
          <Price
            value={lineAmount({ price, quantity, taxRate: product.taxRate }, currency, rates)}
            currency={currency}
            className="text-13 font-medium"
          />
        )}
      </Link>
    </li>
  )
}
