import { parseNumber } from '#domain/money/number-text.ts'
import { squeezeCode } from '#domain/text/text.ts'
import type { PromotionDraft } from './check-promotion.ts'

type Steps = PromotionDraft['steps']
type Parts = PromotionDraft['parts']
type Notation = { decimal: ',' | '.'; delivery: string }

const deliveryWords = new Set(['kargo', 'kargobizden', 'ucretsizkargo', 'delivery', 'freedelivery'])

/** Basket steps in one cell: `50000: %3 | 100000: %5 + kargo`. `delivery` is the word for free delivery. */
export function stepsText(steps: Steps, { decimal, delivery }: Notation): string {
  const number = (text: string) => text.replace('.', decimal)
  return steps
    .map(({ amount, percent, freeDelivery }) => {
      const gifts = [...(percent === '' ? [] : [`%${number(percent)}`]), ...(freeDelivery ? [delivery] : [])]
      return `${number(amount)}: ${gifts.join(' + ')}`
    })
    .join(' | ')
}

/** Reads what `stepsText` writes, in both notations, also with thousands separators; null if a step cannot be read. */
export function readSteps(text: string): Steps | null {
  if (text.trim() === '') return []
  const steps = text.split('|').map(readStep)
  return steps.every((step) => step !== null) ? steps : null
}

function readStep(text: string): Steps[number] | null {
  const [amountText = '', giftText, ...more] = text.split(':')
  const amount = readAmount(amountText)
  if (amount === null || giftText === undefined || more.length > 0) return null
  const step = { amount, percent: '', freeDelivery: false }
  for (const gift of giftText.split('+').map((part) => part.trim())) {
    if (deliveryWords.has(squeezeCode(gift))) step.freeDelivery = true
    else {
      const percent = parseNumber(gift, ',')
      if (!percent.ok || percent.currency !== undefined || step.percent !== '') return null
      step.percent = percent.value
    }
  }
  return step
}

/** An amount has at most two decimals: in 50.000 and 50,000 the separator is one of thousands. */
function readAmount(text: string): string | null {
  const number = parseNumber(text.trim(), text.includes(',') ? '.' : ',')
  return number.ok && number.currency === undefined ? number.value : null
}

/** Parts of a bundle in one cell: `1 x MATKAP | 2 x UC-SETI (KUTU)`. Without a unit it is the default unit. */
export function partsText(parts: Parts): string {
  return parts
    .map(({ product, unit, quantity }) => {
      // A code that ends with a bracket is not to be read as one with a unit.
      const named = unit !== '' || product.endsWith(')') ? ` (${unit})` : ''
      return `${quantity} x ${product}${named}`
    })
    .join(' | ')
}

/** Reads what `partsText` writes; null if a part cannot be read. Without a quantity it is 1. */
export function readParts(text: string): Parts | null {
  if (text.trim() === '') return []
  // A code may contain the separator: a part begins with its quantity, or the cell has none.
  const hasQuantities = /^\s*[\d.,-]+\s*[x×*]\s/iu.test(text)
  const parts = text.split(hasQuantities ? /\s*\|\s*(?=[\d.,-]+\s*[x×*]\s)/iu : '|').map(readPart)
  return parts.every((part) => part !== null) ? parts : null
}

function readPart(text: string): Parts[number] | null {
  const [, quantity = '1', named = ''] = /^\s*(?:([\d.,-]+)\s*[x×*]\s)?(.*)$/iu.exec(text) ?? []
  const { product, unit } = splitUnit(named.trim())
  return product === '' ? null : { product, unit, quantity: quantity.replace(',', '.') }
}

/** `CODE (UNIT)`: the unit is in the last brackets, which may contain others. */
function splitUnit(text: string): { product: string; unit: string } {
  if (!text.endsWith(')')) return { product: text, unit: '' }
  let depth = 0
  for (let at = text.length - 1; at >= 0; at -= 1) {
    depth += text[at] === ')' ? 1 : text[at] === '(' ? -1 : 0
    if (depth === 0) return { product: text.slice(0, at).trim(), unit: text.slice(at + 1, -1).trim() }
  }
  return { product: text, unit: '' }
}
