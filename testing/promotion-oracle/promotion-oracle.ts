import {
  decimalText,
  fraction,
  type Fraction,
  isLess,
  lessPercent,
  over,
  plus,
  rounded,
  times,
  zero,
} from '#testing/price-oracle/fraction.ts'
import type {
  OracleBasket,
  OracleBundle,
  OracleCartLine,
  OracleFacts,
  OracleGift,
  OraclePromotion,
  OracleResult,
} from './promotion-facts.ts'

/** Pieces of a line with the price so far and who has changed it. */
type Pile = {
  line: OracleCartLine
  brand: number
  count: number
  price: Fraction
  by: OraclePromotion[]
}

/** Applies promotions by the text of decision 076, with exact fractions. */
export function promotionOracle({ products, lines, promotions }: OracleFacts): OracleResult {
  const brandOf = (id: number) => products.find((product) => product.id === id)!.brand
  let piles = lines.map((line): Pile => {
    return { line, brand: brandOf(line.product), count: line.quantity, price: fraction(line.price), by: [] }
  })
  const uses: Record<number, number> = {}
  const left = (promotion: OraclePromotion) => promotion.left ?? Number.MAX_SAFE_INTEGER

  for (const bundle of inOrder(promotions, 'bundle') as OracleBundle[]) {
    const sets = Math.min(left(bundle), setsOf(bundle, piles))
    const prices = sets > 0 ? setPrices(bundle, piles) : null
    if (prices === null) continue
    uses[bundle.id] = sets
    piles = piles.flatMap((pile) => {
      const at = bundle.parts.findIndex(({ unit }) => unit === pile.line.unit)
      if (at < 0 || pile.by.length > 0) return [pile]
      const taken = bundle.parts[at]!.quantity * sets
      const rest = { ...pile, count: pile.count - taken }
      return [{ ...pile, count: taken, price: prices[at]!, by: [bundle] }, ...(rest.count > 0 ? [rest] : [])]
    })
  }

  const stock = new Map(products.map(({ id, stock: held }) => [id, held - boughtOf(lines, id)]))
  const free: string[] = []
  for (const gift of inOrder(promotions, 'free_goods') as OracleGift[]) {
    let rest = left(gift)
    const open = piles.filter((pile) => isCovered(gift, pile) && mayUse(gift, pile))
    const groups =
      gift.gift === null ? groupByProduct(open) : open.length > 0 ? [{ product: gift.gift, piles: open }] : []
    for (const group of groups) {
      const bought = group.piles.reduce((sum, { line, count }) => sum + line.size * count, 0)
      const wanted = Math.min(rest, Math.floor(bought / gift.buy)) * gift.free
      const given = Math.max(0, Math.min(wanted, stock.get(group.product)!))
      if (given === 0) continue
      stock.set(group.product, stock.get(group.product)! - given)
      const used = Math.ceil(given / gift.free)
      rest -= used
      uses[gift.id] = (uses[gift.id] ?? 0) + used
      free.push(`${gift.id} ${group.product} ${given}`)
      for (const pile of group.piles) pile.by = [...pile.by, gift]
    }
  }

  const before = new Map(piles.map((pile) => [pile, floored(pile.price, pile.line)]))
  for (const basket of inOrder(promotions, 'basket_step') as OracleBasket[]) {
    if (left(basket) === 0) continue
    const open = piles.filter((pile) => isCovered(basket, pile) && mayUse(basket, pile))
    const amount = rounded(
      open.reduce((sum, pile) => plus(sum, times(before.get(pile)!, fraction(pile.count))), zero),
      2,
    )
    const reached = basket.steps.filter((step) => !isLess(amount, fraction(step.amount))).at(-1)
    if (reached === undefined) continue
    const { percent } = reached
    const prices = open.map(({ price }) => (percent === null ? price : rounded(lessPercent(price, percent), 4)))
    // Steps without a percentage bring free delivery.
    const isLower = open.some((pile, i) => isLess(floored(prices[i]!, pile.line), floored(pile.price, pile.line)))
    if (percent !== null && !isLower) continue
    uses[basket.id] = 1
    for (const [i, pile] of open.entries()) {
      pile.price = prices[i]!
      pile.by = [...pile.by, basket]
    }
  }

  return {
    lines: piles
      .map(({ line, count, price }) => `${line.unit} ${count} ${decimalText(floored(price, line), 4)}`)
      .toSorted(),
    free: free.toSorted(),
    uses,
  }
}

const minus = (a: Fraction, b: Fraction): Fraction => plus(a, times(b, fraction('-1')))

/** Higher priority; product before brand before all; the greater quantity to buy; the newer one. */
function inOrder(promotions: readonly OraclePromotion[], kind: OraclePromotion['kind']): OraclePromotion[] {
  const width = ({ covers }: OraclePromotion) => (covers === null ? 0 : 'brand' in covers ? 1 : 2)
  const bought = (promotion: OraclePromotion) => (promotion.kind === 'free_goods' ? promotion.buy : 0)
  return promotions
    .filter((promotion) => promotion.kind === kind)
    .toSorted((a, b) => b.priority - a.priority || width(b) - width(a) || bought(b) - bought(a) || b.id - a.id)
}

function isCovered({ covers }: OraclePromotion, { line, brand }: Pile): boolean {
  if (covers === null) return true
  return 'brand' in covers ? covers.brand === brand : covers.product === line.product
}

const mayUse = (promotion: OraclePromotion, { by }: Pile): boolean =>
  by.length === 0 || (promotion.combines && by.every((other) => other.combines))

const floored = (price: Fraction, { floor }: OracleCartLine): Fraction =>
  floor !== null && isLess(price, fraction(floor)) ? fraction(floor) : price

function setsOf(bundle: OracleBundle, piles: readonly Pile[]): number {
  const sets = bundle.parts.map(({ unit, quantity }) => {
    const pile = piles.find((each) => each.line.unit === unit && each.by.length === 0)
    return Math.floor((pile?.count ?? 0) / quantity)
  })
  return Math.min(...sets)
}

/** The prices of the parts; null: the set is not cheaper, or a part would fall below its floor. */
function setPrices({ price, parts }: OracleBundle, piles: readonly Pile[]): Fraction[] | null {
  const lines = parts.map(({ unit }) => piles.find((pile) => pile.line.unit === unit)!.line)
  const usual = lines.map((line) => floored(fraction(line.price), line))
  const pieces = parts.map(({ quantity }) => fraction(quantity))
  const whole = usual.reduce((sum, value, i) => plus(sum, times(value, pieces[i]!)), zero)
  const set = fraction(price)
  if (!isLess(set, whole)) return null
  const fewest = Math.min(...parts.map(({ quantity }) => quantity))
  const taker = parts.findLastIndex(({ quantity }) => quantity === fewest)
  const prices = usual.map((value) => rounded(over(times(set, value), whole), 4))
  const others = prices.reduce((sum, value, i) => (i === taker ? sum : plus(sum, times(value, pieces[i]!))), zero)
  prices[taker] = rounded(over(minus(set, others), pieces[taker]!), 4)
  const isBroken = prices.some((value, i) => isLess(value, zero) || isLess(value, floored(value, lines[i]!)))
  return isBroken ? null : prices
}

const boughtOf = (lines: readonly OracleCartLine[], product: number): number =>
  lines.filter((line) => line.product === product).reduce((sum, { size, quantity }) => sum + size * quantity, 0)

function groupByProduct(piles: readonly Pile[]): { product: number; piles: Pile[] }[] {
  const groups = Map.groupBy(piles, ({ line }) => line.product)
  return [...groups].map(([product, own]) => ({ product, piles: own }))
}
