import { createHash } from 'node:crypto'

function upperHash(algorithm: 'sha1' | 'sha512', text: string): string {
  return createHash(algorithm).update(text).digest('hex').toUpperCase()
}

/** The password of PROVAUT or PROVRFN, bound to the terminal, whose number is padded to nine digits. */
export function securityData(password: string, terminalId: string): string {
  return upperHash('sha1', password + terminalId.padStart(9, '0'))
}

/** Hash of the form that leads to 3-D Secure. Amount in kuruş; the card is not included. */
export function formHash(
  of: {
    terminalId: string
    orderId: string
    amount: string
    currency: string
    successUrl: string
    errorUrl: string
    type: string
    installment: string
  },
  keys: { password: string; storeKey: string },
): string {
  const parts = [of.terminalId, of.orderId, of.amount, of.currency, of.successUrl, of.errorUrl, of.type, of.installment]
  return upperHash('sha512', [...parts, keys.storeKey, securityData(keys.password, of.terminalId)].join(''))
}

/** HashData of a GVPSRequest without a card. Amount in kuruş. */
export function messageHash(
  of: { orderId: string; terminalId: string; amount: string; currency: string },
  password: string,
): string {
  const parts = [of.orderId, of.terminalId, of.amount, of.currency, securityData(password, of.terminalId)]
  return upperHash('sha512', parts.join(''))
}

/** Hash of a callback: the values of the fields that it names, concatenated, and the store key. */
export function callbackHash(values: readonly string[], storeKey: string): string {
  return upperHash('sha512', values.join('') + storeKey)
}
