import type { Order } from '#contract/orders.ts'
import type { StoreSettings } from '#contract/settings.ts'
import { type BankAccount, parseBankAccounts } from '#domain/iban.ts'

/** The store's accounts that an order can be paid into; none where it is paid by card, or cancelled. */
export function transferAccounts(
  { payment, isCancel }: Pick<Order, 'payment' | 'isCancel'>,
  { bankAccounts }: Pick<StoreSettings, 'bankAccounts'>,
): BankAccount[] {
  return payment === null && !isCancel ? (parseBankAccounts(bankAccounts) ?? []) : []
}
