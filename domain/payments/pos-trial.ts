/** What to look at when a POS account's test call gets another answer than expected. */
export type TrialCause = 'address' | 'connection' | 'timeout' | 'network' | 'clock' | 'key' | 'terminal' | 'other'

/** The first that fits counts: banks name the merchant in answers about its key, too. */
const causes: readonly (readonly [cause: TrialCause, pattern: RegExp])[] = [
  ['timeout', /^timeout$/],
  ['connection', /^(connection|failed|HTTP 5\d\d)$/],
  // A page or a redirect instead of an answer: another service is at this address.
  ['address', /^(address|redirect|unreadable|page|HTTP 30\d|HTTP 40[45]|HTTP 410)\b/],
  // The bank knows the merchant but not this server: PosNet 0148, Kuveyt Türk, PayFor V036.
  ['network', /\b0148\b|PosMerchantIP|\bV036\b|\bIP\b/],
  // Akbank refuses a request whose time is off.
  ['clock', /VPS-1073|\b(?:saat|zaman|timestamp|date ?time)/i],
  [
    'key',
    /HTTP 40[13]\b|hash|imza|signature|ŞİFRE|şifre|sifre|parola|password|anahtar|\bkey\b|kullanıcı|kullanici|\buser|V00[14]\b|M049|E216|\b0651\b|credential|api ?key|\bmac\b|yetki|unauthori[sz]ed/i,
  ],
  ['terminal', /terminal|üye ?i[sş] ?yeri|uye ?isyeri|mağaza|magaza|merchant|\b[mt]id\b|client ?id/i],
]

/** Whether the text of a call's result says that the bank's server gave no usable answer. */
export function isUnreached(text: string): boolean {
  return ['address', 'connection', 'timeout'].includes(trialCause(text))
}

/** Reads the cause from the text of the answer: the bank's own, or the shop's word for what happened to the call. */
export function trialCause(text: string): TrialCause {
  return causes.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
}
