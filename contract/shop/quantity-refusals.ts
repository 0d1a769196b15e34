/** What rules of quantity refuse an order or offer with. */
export const quantityRefusals = [
  'quantity_minimum',
  'quantity_multiple',
  'quantity_maximum',
  'quantity_period_maximum',
  'order_minimum',
  'order_minimum_missed',
] as const
