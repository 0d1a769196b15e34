import { isSame } from '#server/platform/http/secrets.ts'
import { currencyNumbers, isSameAmount, isSameInstallment, readLira } from '#server/payments/gateways/bank-amount.ts'
import { bankText, type Fields, decodeFields } from '#server/payments/gateways/callback-fields.ts'
import type { Callback, CallbackResult, Charge, PosTerms } from '#server/payments/gateways/gateway.ts'
import { approved, type CallAkbank } from './akbank-api.ts'
import { akbankHash } from './akbank-hash.ts'
import { inquire } from './akbank-inquiry.ts'

/**
 * The fields that a callback must sign, in this order; it may sign others. The message itself contains the list, and the
 * values are concatenated without a separator, so a shorter list would split the same text into other values.
 */
const signedOnSuccess = [
  'txnCode',
  'responseCode',
  'responseMessage',
  'txnDateTime',
  'merchantSafeId',
  'terminalSafeId',
  'orderId',
  'secureId',
  'secureEcomInd',
  'secureData',
  'secureMd',
]
/** The same for a page that took the money. */
const signedOnTaking = [...signedOnSuccess.slice(0, 7), 'authCode', 'rrn']
/** Every failure signs these; a failed authentication signs no others. */
const signedOnFailure = ['responseCode', 'responseMessage', 'orderId']

/** Electronic commerce indicators of a complete authentication: Mastercard and Troy, Visa and American Express. */
const completeIndicators = ['02', '05']

export function readCallback(
  terms: PosTerms,
  call: CallAkbank,
  callback: Callback,
  charge: Charge,
): CallbackResult | Promise<CallbackResult> {
  const fields = signedFields(callback, terms)
  if (fields === null) return { kind: 'forged', reason: 'hash' }
  const of = (name: string) => fields.get(name) ?? ''
  const isSuccess = of('responseCode') === approved
  const mismatch = findMismatch(fields, terms, charge, isSuccess)
  if (mismatch !== null) return { kind: 'forged', reason: mismatch }
  const isHosted = terms.mode === 'hosted'
  if (!isSuccess && (!isHosted || of('hashParams') === signedOnFailure.join('+'))) {
    return { kind: 'declined', code: `3D-${of('responseCode')}`, text: bankText(of('responseMessage')) }
  }
  return isHosted ? readHosted(call, fields, charge) : readOwnForm(fields)
}

/** The signature covers no amount: only an inquiry proves that money was taken. */
async function readHosted(call: CallAkbank, fields: Fields, charge: Charge): Promise<CallbackResult> {
  const mdStatus = fields.get('mdStatus') ?? '1'
  if (mdStatus === '1') return { kind: 'returned', ask: true }
  const found = await inquire(call, charge)
  if (found.kind !== 'captured') return { kind: 'returned', ask: true }
  return { kind: 'captured', receipt: found.receipt, unwanted: `mdStatus ${bankText(mdStatus)}` }
}

function readOwnForm(fields: Fields): CallbackResult {
  const incomplete = incompleteState(fields)
  if (incomplete !== null) {
    return { kind: 'declined', code: `3D-${incomplete}`, text: bankText(fields.get('responseMessage')) }
  }
  const names = ['secureId', 'secureEcomInd', 'secureData', 'secureMd']
  return { kind: 'authenticated', proof: Object.fromEntries(names.map((name) => [name, fields.get(name) ?? ''])) }
}

/** Why an authentication that the bank reports as successful is not complete; null if it is. `mdStatus` is optional. */
function incompleteState(fields: Fields): string | null {
  const mdStatus = fields.get('mdStatus') ?? '1'
  if (mdStatus !== '1') return mdStatus
  const indicator = fields.get('secureEcomInd') ?? ''
  return completeIndicators.includes(indicator) ? null : `ECI ${bankText(indicator)}`
}

function signedFields(callback: Callback, { mode, secrets }: PosTerms): Fields | null {
  const signedOnly = mode === 'hosted' ? signedOnTaking : signedOnSuccess
  const secretKey = secrets['secretKey'] ?? ''
  const isSigned = (fields: Fields) => {
    const names = (fields.get('hashParams') ?? '').split('+')
    const required = fields.get('responseCode') === approved ? signedOnly : signedOnFailure
    if (names.filter((name) => required.includes(name)).join('+') !== required.join('+')) return false
    return isSame(fields.get('hash') ?? '', akbankHash(names.map((name) => fields.get(name) ?? '').join(''), secretKey))
  }
  return decodeFields(callback).find(isSigned) ?? null
}

/**
 * The recorded signatures cover neither amount, currency nor installments; a callback that has them must match. The
 * formats keep the text from being split differently.
 */
function findMismatch(fields: Fields, { settings }: PosTerms, charge: Charge, isSuccess: boolean): string | null {
  const isOther = (name: string, isExpected: (value: string) => boolean) => {
    const value = fields.get(name) ?? ''
    return (isSuccess || value !== '') && !isExpected(value)
  }
  if (fields.get('orderId') !== charge.reference) return 'orderId'
  if (!/^VPS-\d{4}$/.test(fields.get('responseCode') ?? '')) return 'responseCode'
  if (isOther('txnCode', (value) => /^\d{4}$/.test(value))) return 'txnCode'
  if (isOther('txnDateTime', (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/.test(value))) return 'txnDateTime'
  for (const name of ['merchantSafeId', 'terminalSafeId']) {
    if (isOther(name, (value) => value === settings[name])) return name
  }
  const given = (name: string) => fields.get(name) || null
  const [amount, currency, installments] = [given('amount'), given('currencyCode'), given('installCount')]
  if (amount !== null && !isSameAmount(readLira(amount), charge.amount)) return 'amount'
  if (currency !== null && currency !== currencyNumbers[charge.currency]) return 'currencyCode'
  return installments !== null && !isSameInstallment(installments, charge.installment) ? 'installCount' : null
}
