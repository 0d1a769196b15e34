import { Trash2 } from 'lucide-react'
import { type ComponentProps, memo } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { CartItem } from '#contract/shop/cart.ts'
import { hasPrice, lineAmount } from '#domain/cart/cart.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { shownCodeOf } from '#web/product/product-code.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { AddToList } from '#web/lists/add-to-list.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Price } from '#web/app/price.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { setQuantityHint } from '#web/cart/cart-activity.ts'
import { CartLineMessages, type MessagesProps } from './cart-line-messages.tsx'
import { linePrice } from '#web/cart/cart-lines.ts'
import { QuantityStepper } from '#web/product/quantity-stepper.tsx'
import { useCartPrices } from '#web/cart/use-cart.ts'
import { useCartChanges } from '#web/cart/use-cart-changes.ts'
import { useRemoval } from './use-removal.ts'

type CartLineProps = MessagesProps & {
  index: number
  /** Ref and position of the row in a virtualized table. */
  row?: Pick<ComponentProps<'tr'>, 'ref' | 'style'>
}

/** One line of the cart, with its problems and their fixes. */
export const CartLine = memo(function CartLine({
  item,
  index,
  problem,
  failure,
  hint,
  priceBefore,
  row,
}: CartLineProps) {
  const { t, formatQuantity } = useTranslation()
  const { setQuantity, changeUnit } = useCartChanges()
  const removeLine = useRemoval(item)
  const { product, productUnit, quantity } = item
  const isOffSale = item.isOffSale === true
  const hasProblem = problem !== undefined || failure !== undefined
  return (
    <tr
      {...row}
      id={`line-${item.id}`}
      data-index={index}
      aria-rowindex={index + 2}
      className={classes(
        'cart-line border-b border-line px-4 py-3 @min-[52rem]:min-h-15 @min-[52rem]:px-3 @min-[52rem]:py-1.5',
        row === undefined ? 'relative' : 'absolute inset-x-0 top-0 bg-surface',
        hasProblem && 'before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-danger',
      )}
    >
      <LineProduct item={item} />
      <td className="w-full max-w-40 justify-self-end [grid-area:quantity] @max-[52rem]:mt-1.5">
        <QuantityStepper
          quantity={failure?.quantity ?? quantity}
          onChange={(next) => setQuantity(item, next)}
          name={product.name}
          onHint={(text) => setQuantityHint(item.id, text)}
          terms={productUnit.terms}
          disabled={isOffSale}
          isInvalid={
            problem?.kind === 'stock' ||
            problem?.kind === 'rule' ||
            failure?.code === 'insufficient_stock' ||
            failure?.quantity !== undefined
          }
          className="w-full! @min-[52rem]:w-25!"
        />
      </td>
      <td className="max-w-60 [grid-area:unit] @max-[52rem]:mt-1.5">
        <Select
          value={productUnit.id}
          disabled={isOffSale}
          aria-label={t('cart.unitOf', { name: product.name })}
          onChange={(event) => changeUnit(item, Number(event.target.value))}
          className="w-full"
        >
          {(product.units.some(({ id }) => id === productUnit.id)
            ? product.units
            : [productUnit, ...product.units]
          ).map((unit) => (
            <option key={unit.id} value={unit.id}>
              {unit.multiplier === 1 ? unit.value : `${unit.value} (${formatQuantity(unit.multiplier)})`}
            </option>
          ))}
        </Select>
      </td>
      <LineAmounts item={item} />
      <td className="self-start text-right [grid-area:remove] @min-[52rem]:self-center">
        <IconButton
          label={t('cart.removeOf', { name: product.name })}
          variant="danger"
          data-removes={item.id}
          onClick={removeLine}
        >
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      </td>
      <CartLineMessages item={item} problem={problem} failure={failure} hint={hint} priceBefore={priceBefore} />
    </tr>
  )
})

function LineProduct({ item: { product, productUnit, quantity } }: { item: CartItem }) {
  const { settings } = useVisitor()
  const code = shownCodeOf(product, settings)
  return (
    <>
      <td className="self-start [grid-area:image] @min-[52rem]:self-center">
        <ProductImage
          src={product.image}
          alt=""
          width={48}
          height={48}
          className="size-14.5 rounded-control border border-line bg-tile p-1 @min-[52rem]:size-12"
        />
      </td>
      <td className="min-w-0 [grid-area:name]">
        <Link
          to={product.url}
          title={product.name}
          className="line-clamp-2 font-medium hover:underline max-sm:text-16 sm:text-13"
        >
          {product.name}
        </Link>
        <span className="text-ink-2">
          <ProductCode code={code} />
          <AddToList
            name={product.name}
            source={() => ({ kind: 'products', lines: [{ productId: product.id, unitId: productUnit.id, quantity }] })}
            className="ml-1 size-6! align-middle max-sm:size-11!"
          />
          <span className="ml-2 text-13 @min-[52rem]:hidden">{product.brand?.name}</span>
        </span>
      </td>
      <td className="hidden min-w-0 text-13 [grid-area:brand] @min-[52rem]:block">
        <span className="block truncate" title={product.brand?.name}>
          {product.brand?.name}
        </span>
        <span className="block truncate text-12 text-ink-2" title={product.model?.name}>
          {product.model?.name}
        </span>
      </td>
    </>
  )
}

function LineAmounts({ item }: { item: CartItem }) {
  const { t, formatQuantity } = useTranslation()
  const view = usePriceView()
  const { currency, rates } = view
  const price = linePrice(item, useCartPrices())
  const isKnown = hasPrice(price, currency, rates)
  const { product, quantity } = item
  const { taxRate } = product
  const tax = t('cart.taxRate', { rate: formatQuantity(taxRate) })
  return (
    <>
      <td className="hidden text-right text-13 text-ink-2 [grid-area:tax] @min-[52rem]:block">{tax}</td>
      <td className="text-13 [grid-area:price] @min-[52rem]:text-right @min-[52rem]:whitespace-nowrap">
        {isKnown && <Price value={shownPrice(price, view, { taxRate, withTax: false })} currency={currency} />}
        {price && !isKnown && t('cart.button.ask_price')}
        <span className="text-ink-2 @min-[52rem]:hidden">
          {price && ' · '}
          <span className="whitespace-nowrap">
            {t('cart.head.tax')} {tax}
          </span>
        </span>
      </td>
      <td className="text-right font-semibold [grid-area:amount] max-sm:text-16">
        {isKnown && <Price value={lineAmount({ price, quantity, taxRate }, currency, rates)} currency={currency} />}
        {price && !isKnown && '—'}
      </td>
    </>
  )
}
