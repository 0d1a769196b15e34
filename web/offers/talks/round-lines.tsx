import { ArrowRight } from 'lucide-react'
import type { OfferRoundLine } from '#contract/shop/offer-rounds.ts'
import { priceDecimals } from '#domain/text/format.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** Whether a round says something about the line. */
const isMentioned = ({ before, price, quantity, quantityBefore, note }: OfferRoundLine): boolean =>
  (price !== null && price !== before) || quantity !== quantityBefore || note !== ''

/** The lines that a round asks about or changes, each with its price before and after. */
export function RoundLines({ lines, label }: { lines: readonly OfferRoundLine[]; label: string }) {
  const mentioned = lines.filter(isMentioned)
  if (mentioned.length === 0) return null
  return (
    <ul aria-label={label} className="mt-2 border-t border-line">
      {mentioned.map((line) => (
        <li
          key={line.line}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line py-1.5 last:border-0 max-sm:grid-cols-1"
        >
          <span className="min-w-0">
            <span className="font-medium [overflow-wrap:anywhere]">{line.name}</span>{' '}
            <ProductCode code={line.code} className="text-12 text-ink-2" />
            {line.note !== '' && <span className="block text-ink-2 [overflow-wrap:anywhere]">{line.note}</span>}
          </span>
          <LineChange line={line} />
        </li>
      ))}
    </ul>
  )
}

function LineChange({ line }: { line: OfferRoundLine }) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const { before, price, quantity, quantityBefore, unit, currency } = line
  const money = (value: number) => formatMoney(value, currency, priceDecimals(value))
  return (
    <span className="whitespace-nowrap sm:text-right">
      {price === null || price === before ? (
        money(before)
      ) : (
        <Changed from={money(before)} to={money(price)} label={t('offers.talks.fromTo')} isWorse={price > before} />
      )}
      <span className="block text-12 text-ink-2">
        {quantity === quantityBefore ? (
          `${formatQuantity(quantity)} ${unit}`
        ) : (
          <Changed
            from={formatQuantity(quantityBefore)}
            to={`${formatQuantity(quantity)} ${unit}`}
            label={t('offers.talks.fromTo')}
          />
        )}
      </span>
    </span>
  )
}

type ChangedProps = { from: string; to: string; label: string; isWorse?: boolean }

/** What it was and what it is now; read aloud with a word in place of the arrow. */
export function Changed({ from, to, label, isWorse = false }: ChangedProps) {
  return (
    <span className="whitespace-nowrap">
      <span className="text-ink-2">{from}</span>{' '}
      <ArrowRight size={12} aria-hidden="true" className="inline align-[-1px] text-ink-2" />
      <span className="sr-only">{label}</span>{' '}
      <span className={classes('font-semibold', isWorse && 'text-danger')}>{to}</span>
    </span>
  )
}
