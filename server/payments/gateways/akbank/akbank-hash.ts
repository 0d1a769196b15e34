import { createHmac } from 'node:crypto'

/** The order in which a form's fields are signed. Fields that the form lacks count as empty. */
const signedFormNames = [
  'paymentModel',
  'txnCode',
  'merchantSafeId',
  'terminalSafeId',
  'orderId',
  'lang',
  'amount',
  'ccbRewardAmount',
  'pcbRewardAmount',
  'xcbRewardAmount',
  'currencyCode',
  'installCount',
  'okUrl',
  'failUrl',
  'emailAddress',
  'subMerchantId',
  'creditCard',
  'expiredDate',
  'cvv',
  'randomNumber',
  'requestDateTime',
  'b2bIdentityNumber',
]

/** Akbank's signature of a text: HMAC-SHA-512 of its UTF-8 bytes, base64. Messages are signed as sent. */
export function akbankHash(text: string, secretKey: string): string {
  return createHmac('sha512', secretKey).update(text, 'utf8').digest('base64')
}

/** The hash of the form that leads to 3-D Secure: the values of its fields, concatenated. It covers the card. */
export function akbankFormHash(fields: Readonly<Record<string, string>>, secretKey: string): string {
  return akbankHash(signedFormNames.map((name) => fields[name] ?? '').join(''), secretKey)
}
