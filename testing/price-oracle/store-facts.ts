/** An amount as text with at most four decimals, and the ISO code of its currency. */
export type Amount = { value: string; currency: string }

/** Who a rule is for. */
export type Buyers =
  | { type: 'dealer'; id: number }
  | { type: 'group'; id: number }
  | { type: 'region'; id: number }
  | { type: 'everyone' }

/** What a rule is for. A product that is a parent stands for its variants. */
export type Goods =
  | { type: 'product'; id: number }
  | { type: 'brand'; id: number }
  | { type: 'category'; id: number }
  | { type: 'all' }

/** What a rule does. Percentages are texts; a chain has at least one. */
export type RuleEffect =
  | { kind: 'list'; list: number }
  | { kind: 'agreement'; fixed: Amount; stops: boolean; passesFloor: boolean }
  | { kind: 'agreement'; chain: string[]; keepsDiscount: boolean; stops: boolean }
  | { kind: 'chain'; chain: string[]; stops: boolean }
  | { kind: 'tier'; quantity: string; fixed: Amount; stops: boolean; passesFloor: boolean }
  | { kind: 'tier'; quantity: string; chain: string[]; stops: boolean }
  | { kind: 'floor'; lowest: Amount }
  | { kind: 'floor'; greatestDiscount: string }
  /** Percent above the cost. */
  | { kind: 'floor'; aboveCost: string }

/** A price rule. `unit` is the name of a unit. Days are ISO dates, both inclusive; null has no limit. */
export type StoreRule = RuleEffect & {
  id: number
  priority: number
  buyers: Buyers
  goods: Goods
  unit: string | null
  firstDay: string | null
  lastDay: string | null
}

export type StoreDealer = {
  id: number
  group: number | null
  region: number | null
  list: number | null
  /** Percent off every price. */
  discount: string
}

/** Units have names that are unique within the product; `multiplier` counts base units. */
export type StoreProduct = {
  id: number
  parent: number | null
  brand: number | null
  category: number | null
  /** Percent. */
  taxRate: string
  /** Percent off by running campaigns, if any. */
  campaign: string | null
  /** Of one base unit; null: unknown, so that a variant has its parent's. */
  cost: Amount | null
  defaultUnit: string
  units: { name: string; multiplier: string }[]
}

/** A row of a price list. `plans` are five prices, null where the row has none. */
export type StorePrice = { list: number; product: number; unit: string; sale: Amount; plans: (Amount | null)[] }

/** All that prices depend on, as plain data. The default list has id 1. */
export type StoreFacts = {
  /** ISO date in Turkey. */
  today: string
  /** Lira for one unit of a currency; null or 0 is unknown. */
  rates: Record<string, string | null>
  dealers: StoreDealer[]
  /** A parent comes before its children. */
  categories: { id: number; parent: number | null }[]
  products: StoreProduct[]
  prices: StorePrice[]
  rules: StoreRule[]
}

export type StoreCartLine = { product: number; unit: string; quantity: number }

/** A cart of a dealer, or of a guest (null). `plan` is 1 to 5, or null for none. */
export type StoreCart = { dealer: number | null; plan: number | null; currency: string; lines: StoreCartLine[] }
