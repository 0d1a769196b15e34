import type { Order } from '#contract/shop/orders.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'
import { type BankAccount, parseBankAccounts } from '#domain/money/iban.ts'

/** The store's accounts for paying an order by bank transfer; none for orders that were paid by card or cancelled. */
export function transferAccounts(
  { payment, isCancel }: Pick<Order, 'payment' | 'isCancel'>,
  { bankAccounts }: Pick<StoreSettings, 'bankAccounts'>,
): BankAccount[] {
  return payment === null && !isCancel ? (parseBankAccounts(bankAccounts) ?? []) : []
}
