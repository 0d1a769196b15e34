import { cartTotals, priceUnderPlan } from '#domain/cart/cart.ts'
import { decimal, isConvertible } from '#domain/money/money.ts'
import type { PriceRule } from '#domain/pricing/price-rule.ts'
import { type PriceStep, priceOf } from '#domain/pricing/price-steps.ts'
import { createRuleBook, type DealerRules } from '#domain/pricing/rule-book.ts'
import { unitPriceSteps } from '#domain/pricing/unit-price.ts'
import type { OracleCart } from './oracle-cart.ts'
import type { StoreCart, StoreCartLine, StoreDealer, StoreFacts, StoreProduct, StoreRule } from './store-facts.ts'

/** A cart as the program prices it, in the oracle's form, with the steps of each line. */
export function engineCart(facts: StoreFacts, cart: StoreCart): OracleCart & { steps: PriceStep[][] } {
  const dealer = facts.dealers.find(({ id }) => id === cart.dealer)
  const rules = rulesOf(facts, dealer)
  const steps = cart.lines.map((line) => lineSteps(facts, cart, { dealer, rules, line }))
  const prices = steps.map(priceOf)
  const priced = cart.lines.flatMap(({ product, quantity }, index) => {
    const { taxRate } = facts.products.find(({ id }) => id === product)!
    const price = prices[index]
    return price === undefined ? [] : [{ price, quantity, taxRate }]
  })
  const { subtotal, tax, total, totalTry } = cartTotals(priced, cart.currency, facts.rates)
  return {
    unitPrices: prices
      .map((price) => price && { ...price, value: decimal(price.value).toFixed(4) })
      .map((price) => price ?? null),
    subtotal: subtotal.toFixed(2),
    tax: tax.toFixed(2),
    total: total.toFixed(2),
    liraTotal: totalTry.toFixed(2),
    steps,
  }
}

function rulesOf({ rules, categories, today }: StoreFacts, dealer: StoreDealer | undefined): DealerRules {
  const book = createRuleBook(rules.map(priceRule), new Map(categories.map(({ id, parent }) => [id, parent])), 1)
  const member = dealer && { id: dealer.id, groupId: dealer.group, region: regionName(dealer.region) ?? '' }
  return book.of(member ?? null, today)
}

const regionName = (id: number | null) => (id === null ? null : `bolge ${id}`)

/** A rule as the program stores it. */
export function priceRule(rule: StoreRule): PriceRule {
  const { id, kind, buyers, goods, priority, unit, firstDay: startsOn, lastDay: endsOn } = rule
  return {
    id,
    kind,
    name: `Kural ${id}`,
    dealerId: buyers.type === 'dealer' ? buyers.id : null,
    groupId: buyers.type === 'group' ? buyers.id : null,
    region: buyers.type === 'region' ? regionName(buyers.id) : null,
    productId: goods.type === 'product' ? goods.id : null,
    brandId: goods.type === 'brand' ? goods.id : null,
    categoryId: goods.type === 'category' ? goods.id : null,
    priceListId: rule.kind === 'list' ? rule.list : null,
    fixed: 'fixed' in rule ? rule.fixed : 'lowest' in rule ? rule.lowest : null,
    chain: 'chain' in rule ? rule.chain.join('+') : 'greatestDiscount' in rule ? rule.greatestDiscount : null,
    aboveCost: 'aboveCost' in rule ? rule.aboveCost : null,
    unit,
    minQuantity: rule.kind === 'tier' ? rule.quantity : null,
    quantity: null,
    periodDays: null,
    startsOn,
    endsOn,
    priority,
    stops: 'stops' in rule && rule.stops,
    keepsDiscount: 'keepsDiscount' in rule && rule.keepsDiscount,
    passesFloor: 'passesFloor' in rule && rule.passesFloor,
  }
}

function lineSteps(
  facts: StoreFacts,
  cart: StoreCart,
  { dealer, rules, line }: { dealer: StoreDealer | undefined; rules: DealerRules; line: StoreCartLine },
): PriceStep[] {
  const product = facts.products.find(({ id }) => id === line.product)!
  const multiplierOf = (name: string) => product.units.find((unit) => unit.name === name)!.multiplier
  const ratio = { multiplier: multiplierOf(line.unit), defaultMultiplier: multiplierOf(product.defaultUnit) }
  const { row, isOwn } = storedPrice(facts, line, rules.priceListId ?? dealer?.list ?? 1)
  const plan = (cart.plan === null ? null : row?.plans[cart.plan - 1]) ?? undefined
  const chosen = rules.choose(
    { id: product.id, parentId: product.parent, brandId: product.brand, categoryId: product.category },
    {
      unit: line.unit,
      quantity: line.quantity,
      defaultUnits: decimal(line.quantity).times(ratio.multiplier).dividedBy(ratio.defaultMultiplier).toString(),
    },
  )
  const stored = priceUnderPlan(row?.sale, plan, cart.currency, facts.rates)
  const usable = stored && isConvertible(stored.currency, cart.currency, facts.rates) ? stored : undefined
  return unitPriceSteps(usable, {
    ...ratio,
    isOwn,
    discount: dealer?.discount ?? 0,
    campaign: product.campaign,
    rules: chosen,
    cost: costOf(facts, product),
    rates: facts.rates,
  })
}

/** The cost of one default unit, which the program reads in SQL. */
function costOf({ products }: StoreFacts, product: StoreProduct): { value: string; currency: string } | null {
  const cost = product.cost ?? products.find(({ id }) => id === product.parent)?.cost ?? null
  const base = product.units.find(({ name }) => name === product.defaultUnit)!
  return cost && { ...cost, value: decimal(cost.value).times(base.multiplier).toString() }
}

/** Decision 006, which the program implements in SQL. */
function storedPrice({ prices, products }: StoreFacts, { product, unit }: StoreCartLine, list: number) {
  const { defaultUnit } = products.find(({ id }) => id === product)!
  const rowOf = (name: string) =>
    [list, 1].flatMap((id) =>
      prices.filter((row) => row.list === id && row.product === product && row.unit === name),
    )[0]
  const own = rowOf(unit)
  return { row: own ?? rowOf(defaultUnit), isOwn: own !== undefined }
}
