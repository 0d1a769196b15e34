import { createHash } from 'node:crypto'

/** SHA2B64: SHA-1 in base64. All parts are ASCII. */
function hashOf(parts: readonly string[]): string {
  return createHash('sha1').update(parts.join('')).digest('base64')
}

/** Islem_Hash of a payment with the 3-D model. Amounts as they are sent: 1234,50. */
export function paymentHash(
  of: { clientCode: string; installment: string; amount: string; total: string; orderId: string },
  guid: string,
): string {
  return hashOf([of.clientCode, guid, of.installment, of.amount, of.total, of.orderId])
}

/** islemHash of the return from 3-D Secure. It covers neither amount nor currency nor installments. */
export function returnHash(
  of: { paymentGuid: string; md: string; mdStatus: string; orderId: string },
  guid: string,
): string {
  return hashOf([of.paymentGuid, of.md, of.mdStatus, of.orderId, guid])
}
