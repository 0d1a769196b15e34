export type AddButton =
  | 'sold_out'
  | 'not_in_stock'
  | 'ask_stock'
  | 'ask_price'
  | 'ask_unit_stock'
  | 'choose_variant'
  | 'add'

export type AddButtonFacts = {
  /** With the offset of the stock mode; also where stock is hidden. */
  isOutOfStock: boolean
  salePrice: number | undefined
  unitPrice: number | undefined
  needsVariant: boolean
  /** The stock rule is skipped (setting cartStockControl). */
  cartStockControl: boolean
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
  if (facts.isOutOfStock && !facts.cartStockControl) {
    if (!canMessage(facts.messaging)) return 'sold_out'
    return facts.offersStockInquiry ? 'ask_stock' : 'not_in_stock'
  }
  if (facts.salePrice === 0) return 'ask_price'
  if (facts.needsVariant) return 'choose_variant'
  if (facts.unitPrice !== undefined && facts.unitPrice <= 0) return 'ask_unit_stock'
  return 'add'
}
