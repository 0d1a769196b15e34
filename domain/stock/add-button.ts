import { isOutOfStock, type StockRule } from './stock.ts'

export type AddButton =
  | 'sold_out'
  | 'not_in_stock'
  | 'ask_stock'
  | 'ask_price'
  | 'ask_unit_stock'
  | 'choose_variant'
  | 'add'

export type AddButtonFacts = {
  /** Base units; undefined when stock is hidden. */
  quantity: number | undefined
  salePrice: number | undefined
  unitPrice: number | undefined
  needsVariant: boolean
  rule: StockRule
  messaging: { isOn: boolean; number: string }
  /** The setting notInStock is '1'. */
  offersStockInquiry: boolean
}

/** Messaging requires a number longer than 4 characters (catalogue, section 4). */
export function canMessage(messaging: { isOn: boolean; number: string }): boolean {
  return messaging.isOn && messaging.number.length > 4
}

/**
 * The state of the add-to-cart button; the first that applies (catalogue, section 4; decisions, "Catalog and search"):
 * out of stock, price 0, unit price 0 or less, otherwise add. Hidden prices are undefined and block nothing.
 */
export function addButton(facts: AddButtonFacts): AddButton {
  if (isOutOfStock(facts.quantity, facts.rule.stockInfoStatus) && !facts.rule.cartStockControl) {
    if (!canMessage(facts.messaging)) return 'sold_out'
    return facts.offersStockInquiry ? 'ask_stock' : 'not_in_stock'
  }
  if (facts.salePrice === 0) return 'ask_price'
  if (facts.needsVariant) return 'choose_variant'
  if (facts.unitPrice !== undefined && facts.unitPrice <= 0) return 'ask_unit_stock'
  return 'add'
}
