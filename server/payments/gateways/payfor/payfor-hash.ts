import { createHash } from 'node:crypto'

const concatenatedHash = (algorithm: 'sha1' | 'sha256', parts: readonly string[]) =>
  createHash(algorithm).update(parts.join(''), 'utf8').digest('base64')

/** The fields of the form that its hash covers, in this order: neither the card nor the currency is among them. */
const signedFormNames = ['MbrId', 'OrderId', 'PurchAmount', 'OkUrl', 'FailUrl', 'TxnType', 'InstallmentCount', 'Rnd']

/** The hash of the form that leads to 3-D Secure: its signed values and the store key, concatenated; SHA-1, base64. */
export function payforFormHash(fields: Readonly<Record<string, string>>, storeKey: string): string {
  return concatenatedHash('sha1', [...signedFormNames.map((name) => fields[name] ?? ''), storeKey])
}

/** Base64 of a hash of 20 and of 32 bytes. */
const algorithms: Readonly<Record<number, 'sha1' | 'sha256'>> = { 28: 'sha1', 44: 'sha256' }

/**
 * The expected hash of a callback, with the algorithm of the received one: recorded callbacks of 2022 have SHA-1, those of
 * 2024 SHA-256. Null for any other length. It covers neither amount, currency, installments nor the number of the request.
 */
export function payforCallbackHash(
  received: string,
  of: { merchantId: string; userCode: string; storeKey: string; field: (name: string) => string },
): string | null {
  const algorithm = algorithms[received.length]
  if (algorithm === undefined) return null
  const names = ['OrderId', 'AuthCode', 'ProcReturnCode', '3DStatus', 'ResponseRnd']
  return concatenatedHash(algorithm, [of.merchantId, of.storeKey, ...names.map(of.field), of.userCode])
}
