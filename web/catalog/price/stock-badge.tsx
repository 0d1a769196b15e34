import { useTranslation } from '#web/ui/translation.ts'
import type { Product } from '#contract/shop/product.ts'
import { canMessage } from '#domain/stock/add-button.ts'
import { formatQuantity } from '#domain/text/format.ts'
import { showStock, type StockShown } from '#domain/stock/stock.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'

/** Stock of at most this many base units is shown as low. */
const lowStock = 10

type Tone = 'in' | 'low' | 'out' | 'ask'
const tones: Record<Tone, string> = {
  in: 'text-success',
  low: 'text-warning',
  out: 'text-ink-3',
  ask: 'text-info',
}

function toneOf(shown: StockShown, canAsk: boolean): Tone {
  if (shown.kind === 'out') return canAsk ? 'ask' : 'out'
  return shown.kind === 'quantity' && shown.quantity <= lowStock ? 'low' : 'in'
}

type StockBadgeProps = {
  product: Pick<Product, 'quantity'>
  /** Name of the base unit, if another unit is chosen next to it. */
  unit?: string | undefined
  className?: string | undefined
}

/** Dot and text; renders nothing if the store hides stock (specification, catalogue, section 9). */
export function StockBadge({ product, unit = '', className }: StockBadgeProps) {
  const { t } = useTranslation()
  const { settings, seesStock } = useVisitor()
  if (!seesStock || product.quantity === undefined) return null
  const shown = showStock(product.quantity, settings.stockInfoStatus)
  if (shown.kind === 'nothing') return null
  const messaging = { isOn: settings.whatsapp === '1', number: settings.whatsappNumber }
  const tone = toneOf(shown, settings.notInStock === '1' && canMessage(messaging))
  const quantity = formatQuantity('quantity' in shown ? shown.quantity : 0)
  const words = {
    in: () => t('catalog.stock.in'),
    quantity: () => t('catalog.stock.quantity', { quantity: `${quantity} ${unit}`.trim() }),
    more_than: () => t('catalog.stock.quantity', { quantity: `${quantity}+ ${unit}`.trim() }),
    out: () => t(tone === 'ask' ? 'catalog.stock.ask' : 'catalog.stock.out'),
  }
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 text-left text-12 font-medium',
        unit === '' && 'whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      <span
        aria-hidden="true"
        className={classes('size-1.5 shrink-0 rounded-full', tone === 'out' ? 'border border-current' : 'bg-current')}
      />
      {words[shown.kind]()}
    </span>
  )
}
