import type { changeOrderLines } from '#contract/admin/order-changes.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import { type AmountNotation, readTypedAmount } from '#domain/money/typed-amount.ts'
import type { LineWish } from './change-lines.ts'

type TypedLine = Input<typeof changeOrderLines>['body']['lines'][number]

const notation: AmountNotation = { sign: ',', places: 4 }
/** What the column of prices holds. */
const priceMax = 1e12

/** Reads typed prices and discounts. Refuses what is no amount, has two readings, or is a discount above 100. */
export function parseWishes(lines: readonly TypedLine[]): LineWish[] | Refusal {
  const wishes: LineWish[] = []
  for (const { lineNo, quantity, price, discount, replaceBy } of lines) {
    const own = readValue(price, priceMax)
    const percent = readValue(discount, 100)
    const other = readValue(replaceBy?.price, priceMax)
    if (own === null || percent === null || other === null) return refuse('order_change_invalid', { line: lineNo })
    wishes.push({
      lineNo,
      quantity,
      price: own,
      discount: percent === undefined ? undefined : Number(percent),
      replaceBy: replaceBy && { ...replaceBy, price: other ?? '0' },
    })
  }
  return wishes
}

/** Undefined if nothing was sent, null if it is no value from 0 to the maximum. */
function readValue(text: string | undefined, max: number): string | null | undefined {
  if (text === undefined) return undefined
  const read = readTypedAmount(text, notation)
  return read.kind === 'amount' && decimal(read.value).lessThanOrEqualTo(max) ? read.value : null
}
