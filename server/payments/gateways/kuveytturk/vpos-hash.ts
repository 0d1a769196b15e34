import { createHash } from 'node:crypto'

function sha1(text: string): string {
  return createHash('sha1').update(text, 'utf8').digest('base64')
}

/** HashPassword: the form in which the API user's password is part of the other hashes. */
export function passwordHash(password: string): string {
  return sha1(password)
}

/** HashData of a request. Amount in kuruş; the addresses are part of the request that starts 3-D Secure only. */
export function requestHash(
  of: { merchantId: string; orderId: string; amount: string; okUrl?: string; failUrl?: string; userName: string },
  password: string,
): string {
  const parts = [of.merchantId, of.orderId, of.amount, of.okUrl ?? '', of.failUrl ?? '', of.userName]
  return sha1(parts.join('') + passwordHash(password))
}

/** HashData of an answer or callback. `bankOrder` is the bank's own OrderId; a callback has no RRN. */
export function answerHash(
  of: { orderId: string; rrn: string; code: string; bankOrder: string },
  password: string,
): string {
  return sha1(of.orderId + of.rrn + of.code + of.bankOrder + passwordHash(password))
}
