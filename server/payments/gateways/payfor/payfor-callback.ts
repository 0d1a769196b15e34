import { isSame } from '#server/platform/http/secrets.ts'
import { currencyNumbers, isSameAmount, isSameInstallment, readLira } from '#server/payments/gateways/bank-amount.ts'
import { bankText, type Fields, decodeFields } from '#server/payments/gateways/callback-fields.ts'
import type { Callback, CallbackResult, Charge, PosTerms } from '#server/payments/gateways/gateway.ts'
import { approved, type SendPayfor } from './payfor-api.ts'
import { payforCallbackHash } from './payfor-hash.ts'
import { inquire } from './payfor-inquiry.ts'

/** Authenticated; the transaction's own result is still `Failed`, since no money was taken. */
const authenticatedCode = 'V033'

export const secureTypeOf = (mode: PosTerms['mode']): string => (mode === 'hosted' ? '3DHost' : '3DModel')

export function readCallback(
  terms: PosTerms,
  send: SendPayfor,
  callback: Callback,
  charge: Charge,
): CallbackResult | Promise<CallbackResult> {
  const fields = signedFields(callback, terms)
  if (fields === null) return { kind: 'forged', reason: 'hash' }
  const mismatch = findMismatch(fields, terms, charge)
  if (mismatch !== null) return { kind: 'forged', reason: mismatch }
  return terms.mode === 'hosted' ? readHosted(terms, send, fields, charge) : readOwnForm(fields)
}

function readOwnForm(fields: Fields): CallbackResult {
  const of = (name: string) => fields.get(name) ?? ''
  const [status, code] = [of('3DStatus'), of('ProcReturnCode')]
  // Before the capture there is no authorisation. Any content here would split the signed text differently.
  if (of('AuthCode') !== '' || !/^\w{2,10}$/.test(code)) return { kind: 'forged', reason: 'ProcReturnCode' }
  if (status === '1' && code === authenticatedCode) {
    return { kind: 'authenticated', proof: { requestGuid: of('RequestGuid') } }
  }
  return declined(fields)
}

function declined(fields: Fields): CallbackResult {
  const [status, code] = [fields.get('3DStatus') ?? '', fields.get('ProcReturnCode')]
  const reason = status === '1' || status === '-1' ? code : status
  return { kind: 'declined', code: `3D-${bankText(reason)}`, text: bankText(fields.get('ErrMsg')) }
}

/** The signature covers no amount: only an inquiry proves that money was taken. */
async function readHosted(terms: PosTerms, send: SendPayfor, fields: Fields, charge: Charge): Promise<CallbackResult> {
  const status = fields.get('3DStatus') ?? ''
  if (status === '1') return { kind: 'returned', ask: true }
  if (fields.get('ProcReturnCode') !== approved) return declined(fields)
  const found = await inquire(terms, send, charge)
  if (found.kind !== 'captured') return { kind: 'returned', ask: true }
  return { kind: 'captured', receipt: found.receipt, unwanted: `3DStatus ${bankText(status)}` }
}

function signedFields(callback: Callback, { settings, secrets }: PosTerms): Fields | null {
  const isSigned = (fields: Fields) => {
    const received = fields.get('ResponseHash') ?? ''
    const expected = payforCallbackHash(received, {
      merchantId: settings['merchantId'] ?? '',
      userCode: settings['name'] ?? '',
      storeKey: secrets['storeKey'] ?? '',
      field: (name) => fields.get(name) ?? '',
    })
    return expected !== null && isSame(received, expected)
  }
  return decodeFields(callback).find(isSigned) ?? null
}

/** The signature covers neither amount, currency nor installments: these must match the stored ones. */
function findMismatch(fields: Fields, { settings, mode }: PosTerms, charge: Charge): string | null {
  if (fields.get('OrderId') !== charge.reference) return 'OrderId'
  if (fields.get('MerchantID') !== settings['merchantId']) return 'MerchantID'
  if (fields.get('MbrId') !== settings['mbrId']) return 'MbrId'
  if (fields.get('TxnType') !== 'Auth') return 'TxnType'
  if (fields.get('SecureType') !== secureTypeOf(mode)) return 'SecureType'
  if (!isSameAmount(readLira(fields.get('PurchAmount')), charge.amount)) return 'PurchAmount'
  if (fields.get('Currency') !== currencyNumbers[charge.currency]) return 'Currency'
  return isSameInstallment(fields.get('InstallmentCount'), charge.installment) ? null : 'InstallmentCount'
}
