import type { Order } from '#contract/shop/orders.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'
import { type BankAccount, parseBankAccounts } from '#domain/money/iban.ts'

/** The store's accounts that an order can be paid into; none where it is paid by card, or cancelled. */
export function transferAccounts(
  { payment, isCancel }: Pick<Order, 'payment' | 'isCancel'>,
  { bankAccounts }: Pick<StoreSettings, 'bankAccounts'>,
): BankAccount[] {
  return payment === null && !isCancel ? (parseBankAccounts(bankAccounts) ?? []) : []
}
