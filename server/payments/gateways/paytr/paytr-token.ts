import { createHmac } from 'node:crypto'

export type PaytrKeys = { merchantKey: string; merchantSalt: string }

/**
 * PayTR's tokens and hashes: HMAC-SHA-256 of the concatenated values, base64. The position of the salt depends on the
 * message.
 */
export function paytrToken(merchantKey: string, values: readonly string[]): string {
  return createHmac('sha256', merchantKey).update(values.join('')).digest('base64')
}

/** Token of the iFrame: `amount` in kuruş, `basket` as base64. */
export function iframeToken(
  keys: PaytrKeys,
  of: {
    merchantId: string
    userIp: string
    merchantOid: string
    email: string
    amount: string
    basket: string
    noInstallment: string
    maxInstallment: string
    currency: string
    testMode: string
  },
): string {
  const head = [of.merchantId, of.userIp, of.merchantOid, of.email, of.amount, of.basket]
  const tail = [of.noInstallment, of.maxInstallment, of.currency, of.testMode, keys.merchantSalt]
  return paytrToken(keys.merchantKey, [...head, ...tail])
}

/** Token of the Direct API: `amount` in lira with a decimal point. The card is not included. */
export function directToken(
  keys: PaytrKeys,
  of: {
    merchantId: string
    userIp: string
    merchantOid: string
    email: string
    amount: string
    installment: string
    currency: string
    testMode: string
  },
): string {
  const head = [of.merchantId, of.userIp, of.merchantOid, of.email, of.amount, 'card', of.installment]
  // The 0 is "non_3d": 3-D Secure is always used.
  return paytrToken(keys.merchantKey, [...head, of.currency, of.testMode, '0', keys.merchantSalt])
}

/** Hash of the notice that reports a payment's outcome. */
export function noticeHash(keys: PaytrKeys, of: { merchantOid: string; status: string; totalAmount: string }): string {
  return paytrToken(keys.merchantKey, [of.merchantOid, keys.merchantSalt, of.status, of.totalAmount])
}
