import type { CheckedRow } from '#contract/shop/order-pad.ts'
import { convert } from '#domain/money/money.ts'
import type { PriceView } from '#domain/pricing/price.ts'
import type { ScanAnswer } from '#web/phone/scanner.ts'
import type { Translation } from '#web/ui/translation.ts'
import { rowErrorText } from '#web/cart/quick-add/row-error.ts'
import { rowUnit } from '#web/cart/quick-add/row-unit.ts'
import type { PadStore } from './pad-store.ts'

/** How long a scan waits for the product’s name, in milliseconds; the row is there at once. */
const nameWait = 2_500

type Shown = { translation: Translation; view: PriceView }

/** Name, code, price and stock of a checked row, a line for each. */
export function productText(
  checked: CheckedRow,
  { translation: { t, language, formatMoney, formatQuantity }, view }: Shown,
): string {
  const { name = '', code, price, stock, error } = checked
  const unit = rowUnit(checked, language)
  const lines = [name, code]
  if (price !== undefined && error?.code !== 'price_unknown') {
    const amount = formatMoney(convert(price, view.currency, view.rates), view.currency)
    lines.push(t('orderPad.scanPrice', { price: amount, unit }))
  }
  if (stock !== undefined) {
    const { isOutOfStock, quantity, moreThan } = stock
    const base = checked.units?.find(({ multiplier }) => multiplier === 1)?.value ?? ''
    const shown =
      quantity !== undefined && !isOutOfStock
        ? `${formatQuantity(quantity)} ${base}`
        : moreThan !== undefined
          ? `${formatQuantity(moreThan)}+ ${base}`
          : t(isOutOfStock ? 'orderPad.outOfStock' : 'orderPad.inStock')
    lines.push(`${t('orderPad.head.stock')}: ${shown}`)
  }
  return lines.filter((line) => line !== '').join('\n')
}

/** Puts a scanned code into the pad, and answers with the product once it is known. */
export async function scanIntoPad(store: PadStore, code: string, shown: Shown): Promise<ScanAnswer> {
  const { t } = shown.translation
  const index = store.scan(code)
  if (index === -1) return { tone: 'danger', text: t('orderPad.full') }
  const id = store.get().rows[index]?.id ?? 0
  const checked = await checkedRow(store, id)
  const added = t('orderPad.scanned', { row: index + 1, code })
  if (checked === null) return { tone: 'success', text: added }
  const { error, variants = [] } = checked
  if (error === undefined) return { tone: 'success', text: `${added}\n${productText(checked, shown)}` }
  return {
    tone: 'danger',
    text: `${added}\n${rowErrorText(shown.translation, checked)}`,
    choices: variants.map((choice) => ({
      label: `${choice.name} · ${choice.code}`,
      async choose(): Promise<ScanAnswer> {
        store.change(id, { code: choice.code, ...(choice.unit !== undefined && { unit: choice.unit }) })
        const chosen = await checkedRow(store, id)
        const text = chosen === null ? choice.name : productText(chosen, shown)
        return { tone: chosen?.error === undefined ? 'success' : 'danger', text }
      },
    })),
  }
}

/** What the server says about a row; null if it does not in time. */
function checkedRow(store: PadStore, id: number): Promise<CheckedRow | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(null), nameWait)
    const unsubscribe = store.subscribe(look)
    look()

    function look(): void {
      const { rows, results } = store.get()
      const result = results.get(id)
      if (result !== undefined && result.row === rows.find((row) => row.id === id)) finish(result.checked)
    }
    function finish(checked: CheckedRow | null): void {
      clearTimeout(timer)
      // The first look comes before there is anything to end.
      queueMicrotask(() => unsubscribe())
      resolve(checked)
    }
  })
}
