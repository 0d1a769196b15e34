import { type Decimal, decimal } from '#domain/money/decimal.ts'

/** Who pays the carrier: the store (gönderici ödemeli), or the dealer when the goods arrive (alıcı ödemeli). */
export const carrierPayers = ['sender', 'recipient'] as const
export type CarrierPayer = (typeof carrierPayers)[number]

/** What the store does by default. `sender_from`: the store pays from an amount of the order on. */
export const carrierPolicies = ['recipient', 'sender', 'sender_from'] as const
export type CarrierPolicy = (typeof carrierPolicies)[number]

/** What is agreed with a dealer; `store`: nothing, the store's policy counts. */
export const carrierAgreements = ['store', ...carrierPayers] as const
export type CarrierAgreement = (typeof carrierAgreements)[number]

/** Who pays the carrier of a dealer's orders. */
export type CarrierTerms = {
  payer: CarrierPayer
  /** From this amount in lira before tax on, the sender pays; null: the amount does not matter. */
  senderFrom: number | null
}

/** The terms of a dealer, or (agreement `store`) of everyone without an agreement. */
export function carrierTerms(
  agreement: CarrierAgreement,
  store: { carrierPolicy: CarrierPolicy; carrierSenderFrom: number },
): CarrierTerms {
  if (agreement !== 'store') return { payer: agreement, senderFrom: null }
  if (store.carrierPolicy !== 'sender_from') return { payer: store.carrierPolicy, senderFrom: null }
  return { payer: 'recipient', senderFrom: store.carrierSenderFrom }
}

/** Ways of delivery without a carrier: the store's own vehicle, and goods that the dealer collects. */
const withoutCarrier: readonly string[] = ['own', 'pickup']

export type CarriedOrder = {
  /** Lira before tax, rounded; null if it cannot be known. */
  amount: Decimal | string | null
  /** A promotion gives free delivery: it goes beyond the terms. */
  isFree: boolean
  /** The carrier that the buyer prefers, of `shipment.ts`; null: none. */
  carrier: string | null
}

/**
 * Who pays the carrier of an order, and how much more in lira before tax makes the sender pay (0: nothing more can).
 * Null where no carrier comes.
 */
export function carrierPayerOf(
  { payer, senderFrom }: CarrierTerms,
  { amount, isFree, carrier }: CarriedOrder,
): { payer: CarrierPayer; missing: Decimal } | null {
  const nothing = decimal(0)
  if (carrier !== null && withoutCarrier.includes(carrier)) return null
  if (isFree) return { payer: 'sender', missing: nothing }
  if (senderFrom === null || amount === null) return { payer, missing: nothing }
  const missing = decimal(senderFrom).minus(amount)
  return missing.greaterThan(0) ? { payer, missing } : { payer: 'sender', missing: nothing }
}
