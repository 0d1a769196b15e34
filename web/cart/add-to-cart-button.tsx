import { Check, Layers, MessageCircle, Plus, ShoppingCart } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { Product, Unit } from '#contract/shop/product.ts'
import { decimal } from '#domain/money/money.ts'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button, type ButtonVariant, type ButtonSize, buttonClasses } from '#web/ui/form/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useActivity } from './cart-activity.ts'
import { useAddOutcome } from '#web/product/use-add-outcome.ts'
import { useCartActions } from './use-cart.ts'

/** card: full width of a card; row: in a table; compact: icon only; page: the product page's main action. */
export type AddSize = 'card' | 'row' | 'compact' | 'page'

type AddToCartButtonProps = {
  product: Product
  unit: Unit | null | undefined
  quantity: number
  size: AddSize
  /** The row that Enter adds has the only solid button. */
  isCurrent?: boolean
  /** In place of the button for those who have no cart. */
  noCart?: ReactNode
}

const shapes: Record<AddSize, { size: ButtonSize; className: string }> = {
  card: { size: 'card', className: 'w-full' },
  row: { size: 'md', className: 'w-30 px-1!' },
  compact: { size: 'md', className: 'w-8 px-0! max-sm:w-11 pointer-coarse:w-11' },
  page: { size: 'lg', className: 'w-full' },
}
const icon = 16

/** The add-to-cart button with all its states (catalogue, section 4). Its width never changes. */
export function AddToCartButton({
  product,
  unit,
  quantity,
  size,
  isCurrent = false,
  noCart = null,
}: AddToCartButtonProps) {
  const { t, formatQuantity } = useTranslation()
  const outcome = useAddOutcome(product, unit)
  const mayFill = useMayFillCart()
  const state = useActivity((activity) => activity.adds[product.id])
  const { add } = useCartActions()
  const shape = shapes[size]
  const isShort = size === 'row' || size === 'compact'
  const words = (text: string): ReactNode => (size === 'compact' ? <span className="sr-only">{text}</span> : text)

  if (outcome === 'ask_stock') return <AskStock product={product} size={size} />
  if (outcome === 'choose_variant') return <ChooseVariant product={product} size={size} />
  if (outcome !== 'add' || !unit) {
    return (
      <Button
        disabled
        // A label, nothing to press.
        tabIndex={-1}
        size={shape.size}
        className={shape.className}
        title={size === 'compact' ? t(`cart.button.${outcome}`) : undefined}
      >
        {size === 'compact' && <ShoppingCart size={icon} aria-hidden="true" />}
        {words(t(`cart.button.${outcome}`))}
      </Button>
    )
  }
  if (!mayFill) return noCart
  // Read by presses before hydration.
  const value = `${unit.id} ${quantity}`
  if (state === 'added') {
    return (
      <Button
        variant="success"
        size={shape.size}
        className={shape.className}
        icon={<Check size={icon} aria-hidden="true" />}
        data-adds={product.id}
        value={value}
        onClick={() => void add(product, unit, quantity)}
      >
        <AddWords size={size} long={t('cart.button.added')} short={t('cart.button.addedShort')} />
      </Button>
    )
  }
  const look: ButtonVariant = size === 'page' || isCurrent || state === 'adding' ? 'solid' : 'soft'
  const baseUnits = decimal(unit.multiplier).times(quantity)
  return (
    <Button
      variant={look}
      size={shape.size}
      className={shape.className}
      data-adds={product.id}
      value={value}
      aria-busy={state === 'adding' || undefined}
      icon={
        state === 'adding' ? (
          <Spinner />
        ) : size === 'compact' ? (
          <Plus size={icon} aria-hidden="true" />
        ) : (
          <ShoppingCart size={icon} aria-hidden="true" />
        )
      }
      onClick={() => void add(product, unit, quantity)}
    >
      {state === 'adding' && size !== 'compact' ? (
        <span className={isShort ? '' : 'max-sm:sr-only'}>{t('cart.button.adding')}</span>
      ) : (
        <AddWords size={size} long={t('cart.button.add')} short={t('cart.button.addShort')} />
      )}
      <span className="sr-only">{product.name}</span>
      {!isShort && state === undefined && unit.multiplier !== 1 && (
        <span className={size === 'card' ? 'font-medium max-sm:hidden' : 'font-medium'}>
          ·{' '}
          {t('cart.button.baseUnits', {
            count: baseUnits.toNumber(),
            quantity: formatQuantity(baseUnits.toString()),
            unit: baseUnitName(product),
          })}
        </span>
      )}
    </Button>
  )
}

/** Short text in rows, and in cards on phones, where unit and quantity are next to the button. */
function AddWords({ size, long, short }: { size: AddSize; long: string; short: string }) {
  if (size === 'page') return long
  if (size !== 'card') return <span className={size === 'compact' ? 'sr-only' : undefined}>{short}</span>
  return (
    <>
      <span className="max-sm:hidden">{long}</span>
      <span className="sm:hidden">{short}</span>
    </>
  )
}

function baseUnitName(product: Product): string {
  return product.units.find((unit) => unit.multiplier === 1)?.value ?? ''
}

function AskStock({ product, size }: { product: Product; size: AddSize }) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const text = t('cart.button.askText', { code: product.code, name: product.name })
  return (
    <a
      href={`https://wa.me/${settings.whatsappNumber}?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noopener"
      className={buttonClasses('info', shapes[size].size, shapes[size].className)}
    >
      {size === 'row' ? null : <MessageCircle size={icon} aria-hidden="true" />}
      <span className={size === 'compact' ? 'sr-only' : ''}>{t('cart.button.ask_stock')}</span>
    </a>
  )
}

/** In lists a link to the product's page; there it says what to choose (catalogue, section 5). */
function ChooseVariant({ product, size }: { product: Product; size: AddSize }) {
  const { t } = useTranslation()
  const toast = { id: 'choose-variant', position: 'top-center' } as const
  const content = (
    <>
      <Layers size={icon} aria-hidden="true" />
      <span className={size === 'compact' ? 'sr-only' : ''}>
        {t(size === 'row' ? 'cart.button.chooseVariantShort' : 'cart.button.choose_variant')}
      </span>
    </>
  )
  const look = buttonClasses('outline', shapes[size].size, shapes[size].className)
  if (size === 'page') {
    return (
      <button type="button" className={look} onClick={() => notify.error(t('cart.chooseVariant'), toast)}>
        {content}
      </button>
    )
  }
  return (
    <Link to={product.url} className={look} onClick={() => notify.info(t('cart.goChooseVariant'), toast)}>
      {content}
    </Link>
  )
}
