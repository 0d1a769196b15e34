import { addressesPart, type AddressRow } from '#server/account/account.ts'
import type { EarlyPaymentStep } from '#domain/payments/compare-payments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { readTogether } from '#server/platform/db/together.ts'
import { earlyPaymentPart } from '#server/pricing/pricing.ts'
import { type PurchaseLimits, purchaseLimitsOf, purchaseLimitsPart } from '#server/purchasing/purchasing.ts'
import { type MissingText, missingTextsPart } from '#server/texts/texts.ts'

/** What an order depends on besides its lines, stock and limits. */
export type OrderFacts = {
  /** Texts that the user should have accepted by now. */
  missingTexts: MissingText[]
  /** Of the dealer. */
  addresses: AddressRow[]
  earlyPayment: EarlyPaymentStep[]
  /** Of the user, read without a lock. */
  purchaseLimits: PurchaseLimits
}

/** Reads the facts of several features in one statement. */
export async function loadOrderFacts(
  db: Db,
  { userId, dealerId }: { userId: number; dealerId: number },
): Promise<OrderFacts> {
  const rows = await readTogether(db, 'order_facts', {
    texts: missingTextsPart({ userId, dealerId }),
    addresses: addressesPart(dealerId),
    early_payment: earlyPaymentPart(dealerId),
    limits: purchaseLimitsPart(userId),
  })
  return {
    missingTexts: rows.texts,
    addresses: rows.addresses,
    earlyPayment: rows.early_payment,
    purchaseLimits: purchaseLimitsOf(rows.limits),
  }
}
