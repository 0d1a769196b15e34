/** A cart and the promotions of its dealer, as plain facts. Prices in lira, exact text with four decimals at most. */
export type OracleProduct = { id: number; brand: number; stock: number }
export type OracleCartLine = {
  product: number
  unit: number
  /** Default units in one of its unit. */
  size: number
  quantity: number
  price: string
  /** The lowest price of one unit; null: none. */
  floor: string | null
}

type Common = {
  id: number
  priority: number
  combines: boolean
  /** Least of quotas and limits; null: none. */
  left: number | null
  /** What counts; null: every product. */
  covers: { product: number } | { brand: number } | null
}
export type OracleBundle = Common & {
  kind: 'bundle'
  price: string
  parts: { product: number; unit: number; quantity: number }[]
}
export type OracleGift = Common & { kind: 'free_goods'; buy: number; free: number; gift: number | null }
export type OracleBasket = Common & { kind: 'basket_step'; steps: { amount: string; percent: string | null }[] }
export type OraclePromotion = OracleBundle | OracleGift | OracleBasket

export type OracleFacts = {
  products: OracleProduct[]
  lines: OracleCartLine[]
  promotions: OraclePromotion[]
}

/** What the cart becomes. Prices with four decimals. */
export type OracleResult = {
  /** Sorted texts: unit, quantity, price. */
  lines: string[]
  /** Sorted texts: promotion, product, quantity. */
  free: string[]
  /** Uses by promotion. */
  uses: Record<number, number>
}
