import { fraction, isLess, over, times } from './fraction.ts'
import type { StoreCartLine, StoreDealer, StoreFacts, StoreProduct, StoreRule } from './store-facts.ts'

/** The line that rules are compared with. `dealer` is undefined for a guest. */
export type PricedLine = {
  facts: StoreFacts
  dealer: StoreDealer | undefined
  product: StoreProduct
  line: StoreCartLine
}

/** The rule of a kind that decides, or undefined. Decision 075, "Of several rules of one kind". */
export function decidingRule<Kind extends StoreRule['kind']>(kind: Kind, priced: PricedLine) {
  const rules = priced.facts.rules.filter((rule): rule is StoreRule & { kind: Kind } => rule.kind === kind)
  return rules.filter((rule) => applies(rule, priced)).sort((a, b) => order(a, b, priced))[0]
}

function applies(rule: StoreRule, priced: PricedLine): boolean {
  const { facts, line } = priced
  if (buyersRank(rule, priced) === -1 || goodsRank(rule, priced) === -1) return false
  if (rule.firstDay !== null && facts.today < rule.firstDay) return false
  if (rule.lastDay !== null && facts.today > rule.lastDay) return false
  if (rule.unit !== null && rule.unit !== line.unit) return false
  return rule.kind !== 'tier' || !isLess(countedQuantity(rule, priced), fraction(rule.quantity))
}

/** The line's quantity in default units, or in the rule's own unit. */
function countedQuantity(rule: StoreRule, { product, line }: PricedLine) {
  return rule.unit === null ? times(fraction(line.quantity), unitRatio(product, line.unit)) : fraction(line.quantity)
}

/** How many default units one of a unit holds. */
export function unitRatio(product: StoreProduct, name: string) {
  const multiplier = (unit: string) => fraction(product.units.find((one) => one.name === unit)!.multiplier)
  return over(multiplier(name), multiplier(product.defaultUnit))
}

/** 0 for the closest buyers, −1 where the rule is for others. */
function buyersRank({ buyers }: StoreRule, { dealer }: PricedLine): number {
  if (buyers.type === 'everyone') return 3
  if (dealer === undefined) return -1
  if (buyers.type === 'dealer') return buyers.id === dealer.id ? 0 : -1
  if (buyers.type === 'group') return buyers.id === dealer.group ? 1 : -1
  return buyers.id === dealer.region ? 2 : -1
}

/** 0 for the closest goods, −1 where the rule is for others. */
function goodsRank({ goods }: StoreRule, { facts, product }: PricedLine): number {
  if (goods.type === 'all') return 1000
  if (goods.type === 'product') return goods.id === product.id ? 0 : goods.id === product.parent ? 1 : -1
  if (goods.type === 'brand') return goods.id === product.brand ? 2 : -1
  const distance = categoryPath(facts, product.category).indexOf(goods.id)
  return distance === -1 ? -1 : 3 + distance
}

/** A category and those above it, nearest first. */
function categoryPath(facts: StoreFacts, id: number | null): number[] {
  if (id === null) return []
  const { parent } = facts.categories.find((category) => category.id === id)!
  return [id, ...categoryPath(facts, parent)]
}

/** Negative when `a` comes before `b`. */
function order(a: StoreRule, b: StoreRule, priced: PricedLine): number {
  return (
    b.priority - a.priority ||
    buyersRank(a, priced) - buyersRank(b, priced) ||
    goodsRank(a, priced) - goodsRank(b, priced) ||
    Number(a.unit === null) - Number(b.unit === null) ||
    tierQuantity(b) - tierQuantity(a) ||
    (b.firstDay ?? '').localeCompare(a.firstDay ?? '') ||
    b.id - a.id
  )
}

/** Exact: quantities have few digits. */
function tierQuantity(rule: StoreRule): number {
  return rule.kind === 'tier' ? Number(rule.quantity) : 0
}
