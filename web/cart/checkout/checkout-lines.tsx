import { CircleAlert } from 'lucide-react'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import { hasPrice, lineAmount } from '#domain/cart/cart.ts'
import type { Decimal } from '#domain/money/money.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import { Price, TaxNote } from '#web/app/price.tsx'
import { RoundingNote } from '#web/cart/order/rounding-note.tsx'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { linePrice, shownLines } from '#web/cart/cart-lines.ts'
import { useCartPrices } from '#web/cart/use-cart.ts'
import { shownCodeOf } from '#web/product/product-code.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'

type CheckoutLinesProps = {
  items: readonly CartItem[]
  lineCount: number
  /** Subtotal of all lines; undefined if there is none. */
  subtotal: Decimal | undefined
  /** Shows the remaining lines; undefined until they are loaded. */
  onMore?: (() => void) | undefined
}

/** The lines for review: the first hundred of a long cart, and the number of remaining ones. */
export function CheckoutLines({ items, lineCount, subtotal, onMore }: CheckoutLinesProps) {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  const prices = useCartPrices()
  const moreCount = lineCount - items.length
  return (
    <ScrollRegion
      label={t('checkout.summary.lines')}
      className="border-line bg-surface max-sm:border-y sm:rounded-panel sm:border"
    >
      <Table aria-label={t('checkout.summary.lines')} className="max-sm:block">
        <TableHead className="max-sm:hidden">
          <tr className="border-b border-line">
            <HeadCell className="pl-4">{t('cart.head.name')}</HeadCell>
            <HeadCell align="right">{t('cart.head.quantity')}</HeadCell>
            {seesPrices && (
              <HeadCell align="right">
                {t('cart.head.price')}
                <TaxNote />
              </HeadCell>
            )}
            {seesPrices && <HeadCell align="right">{t('cart.head.tax')}</HeadCell>}
            {seesPrices && (
              <HeadCell align="right" className="pr-4">
                {t('cart.head.amount')}
                <TaxNote />
              </HeadCell>
            )}
          </tr>
        </TableHead>
        <tbody className="max-sm:block">
          {items.map((item) => (
            <CheckoutLine key={item.id} item={item} />
          ))}
        </tbody>
      </Table>
      <div className="flex min-h-10 items-center justify-between gap-4 bg-canvas px-4 text-12 text-ink-2">
        {seesPrices && (
          <div className="py-2">
            {t('cart.withoutTax')}
            <RoundingNote lines={shownLines(items, prices)} subtotal={moreCount > 0 ? undefined : subtotal} />
          </div>
        )}
        {moreCount > 0 && onMore === undefined && (
          <b className="font-medium">{t('checkout.preview.more', { count: moreCount })}</b>
        )}
        {moreCount > 0 && onMore !== undefined && (
          <Button size="sm" className="ml-auto" onClick={onMore}>
            {t('checkout.preview.showMore', { count: moreCount })}
          </Button>
        )}
      </div>
    </ScrollRegion>
  )
}

function CheckoutLine({ item }: { item: CartItem }) {
  const { t, formatQuantity } = useTranslation()
  const { settings } = useVisitor()
  const { product, productUnit, quantity } = item
  return (
    <tr className="break-inside-avoid border-b border-line max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:px-4 max-sm:py-2.5 sm:h-12">
      <Cell className="max-sm:col-span-2 max-sm:px-0 sm:py-1.5 sm:pl-4">
        <span className="block font-medium">{product.name}</span>
        <span className="text-ink-2">
          <ProductCode code={shownCodeOf(product, settings, productUnit)} />
        </span>
        {item.isOffSale && (
          <span className="flex items-center gap-1 text-12 font-medium text-danger">
            <CircleAlert size={12} aria-hidden="true" className="shrink-0" /> {t('cart.line.offSale')}
          </span>
        )}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-sm:px-0 max-sm:text-left!">
        {formatQuantity(quantity)} {productUnit.value}
      </Cell>
      <LineAmounts item={item} />
    </tr>
  )
}

function LineAmounts({ item }: { item: CartItem }) {
  const { t, formatQuantity } = useTranslation()
  const view = usePriceView()
  const { currency, rates } = view
  const price = linePrice(item, useCartPrices())
  const { quantity, product } = item
  if (price === undefined) return null
  const { taxRate } = product
  const isKnown = hasPrice(price, currency, rates)
  return (
    <>
      <Cell align="right" className="whitespace-nowrap max-sm:hidden">
        {isKnown ? (
          <Price value={shownPrice(price, view, { taxRate, withTax: false })} currency={currency} />
        ) : (
          t('cart.button.ask_price')
        )}
      </Cell>
      <Cell align="right" className="text-ink-2 max-sm:hidden">
        {t('cart.taxRate', { rate: formatQuantity(taxRate) })}
      </Cell>
      <Cell align="right" className="font-semibold whitespace-nowrap max-sm:px-0 sm:pr-4">
        {isKnown ? (
          <Price value={lineAmount({ price, quantity, taxRate }, currency, rates)} currency={currency} />
        ) : (
          '—'
        )}
      </Cell>
    </>
  )
}
