import { useTranslation } from '#web/ui/translation.ts'
import { canMessage } from '#domain/stock/add-button.ts'
import type { Formats } from '#domain/text/format.ts'
import type { StockShown } from '#domain/stock/stock.ts'
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
  if (shown.isOutOfStock) return canAsk ? 'ask' : 'out'
  return shown.quantity !== undefined && shown.quantity <= lowStock ? 'low' : 'in'
}

/** `12`, `5+`, or null where no figure is shown. */
export function figureText(
  { quantity, moreThan }: StockShown,
  { formatQuantity }: Pick<Formats, 'formatQuantity'>,
): string | null {
  if (moreThan !== undefined) return `${formatQuantity(moreThan)}+`
  return quantity === undefined ? null : formatQuantity(quantity)
}

type StockBadgeProps = {
  product: StockShown
  /** Name of the base unit, if another unit is chosen next to it. */
  unit?: string | undefined
  className?: string | undefined
}

/** Dot and text; renders nothing if the store hides stock (specification, catalogue, section 9). */
export function StockBadge({ product, unit = '', className }: StockBadgeProps) {
  const { t, formatQuantity } = useTranslation()
  const { settings, seesStock } = useVisitor()
  if (!seesStock || settings.stockInfoStatus === 1) return null
  const messaging = { isOn: settings.whatsapp === '1', number: settings.whatsappNumber }
  const tone = toneOf(product, settings.notInStock === '1' && canMessage(messaging))
  function words(): string {
    if (product.isOutOfStock) return t(tone === 'ask' ? 'catalog.stock.ask' : 'catalog.stock.out')
    const figure = figureText(product, { formatQuantity })
    return figure === null
      ? t('catalog.stock.in')
      : t('catalog.stock.quantity', { quantity: `${figure} ${unit}`.trim() })
  }
  return (
    <span className={classes('stock-text', unit === '' && 'whitespace-nowrap', tones[tone], className)}>
      <span
        aria-hidden="true"
        className={classes('stock-dot', tone === 'out' ? 'border border-current' : 'bg-current')}
      />
      {words()}
    </span>
  )
}
