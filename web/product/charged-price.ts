import type { Unit } from '#contract/shop/product.ts'

/** What the cart charges for one of this unit: the price under the cart's plan, else the sale price. */
export const chargedPrice = ({ cartPrice, defaultPrice }: Pick<Unit, 'cartPrice' | 'defaultPrice'>) =>
  cartPrice ?? defaultPrice
