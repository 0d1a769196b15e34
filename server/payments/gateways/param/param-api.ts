import { isUnanswered } from '#domain/payments/decline.ts'
import { isSameAmount, readLira } from '#server/payments/gateways/bank-amount.ts'
import { bankText, maskedCard } from '#server/payments/gateways/callback-fields.ts'
import type {
  BankHttp,
  Charge,
  Gateway,
  Inquiry,
  Outcome,
  PosTerms,
  Proof,
  Receipt,
  RefundOutcome,
} from '#server/payments/gateways/gateway.ts'
import { readSoap, writeSoap } from '#server/payments/gateways/soap-message.ts'
import { hasRepeats, type XmlMessage, type XmlTree } from '#server/payments/gateways/xml-message.ts'

export type ParamAnswer = { ok: true; message: XmlMessage } | { ok: false; text: string }
export type CallParam = (operation: string, fields: XmlTree) => Promise<ParamAnswer>

const namespace = 'https://turkpos.com.tr/'

function paramServer({ settings, environment }: PosTerms): string {
  const host = environment === 'live' ? 'posws' : 'testposws'
  return settings['api'] || `https://${host}.param.com.tr/turkpos.ws/service_turkpos_prod.asmx`
}

const readNames = [
  ...['Sonuc', 'Sonuc_Str', 'Sonuc_Ack', 'Dekont_ID', 'Siparis_ID', 'Bank_Sonuc_Kod', 'Banka_Sonuc_Kod', 'DT_Bilgi'],
  ...['Islem_GUID', 'UCD_HTML'],
]

/** Sends an operation with the account's fields; reads its result. */
export function paramCaller(terms: PosTerms, http: BankHttp): CallParam {
  const { settings, secrets } = terms
  const account = {
    G: {
      CLIENT_CODE: settings['clientId'] ?? '',
      CLIENT_USERNAME: settings['name'] ?? '',
      CLIENT_PASSWORD: secrets['password'] ?? '',
    },
    GUID: secrets['guid'] ?? '',
  }
  return async (operation, fields) => {
    const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${namespace}${operation}"` }
    const body = writeSoap(namespace, operation, { ...account, ...fields })
    const answer = await http({ method: 'POST', url: paramServer(terms), headers, body })
    if (!answer.ok) return { ok: false, text: answer.reason }
    if (answer.status !== 200) return { ok: false, text: `HTTP ${answer.status}` }
    const message = readSoap(answer.text, operation)
    return message === null || hasRepeats(message, readNames)
      ? { ok: false, text: 'unreadable' }
      : { ok: true, message }
  }
}

/** Whether Param reports success: Sonuc is a positive number. */
export function isPositive(text: string): boolean {
  return /^\d+$/.test(text) && !/^0+$/.test(text)
}

/** Param's own code and text, for staff. */
export function paramReason(message: XmlMessage): string {
  const text = message.text('Sonuc_Str') || message.text('Sonuc_Ack')
  return `${message.text('Sonuc')} ${bankText(text)}`.trim()
}

/**
 * The issuing bank's code of a refusal, in two digits; null if there is none. Param writes 0 for success, and −1 or 99 for
 * its own errors.
 */
export function refusalCode(text: string): string | null {
  const code = /^\d{1,2}$/.test(text) ? text.padStart(2, '0') : ''
  return code === '' || code === '00' || code === '99' || isUnanswered(code) ? null : code
}

/** The operations on a started payment. Param finds it by our order number, whose amount was set at the start. */
export function paramOperations(call: CallParam): Pick<Gateway, 'capture' | 'inquire' | 'void' | 'refund'> {
  return {
    capture: (charge, proof) => capture(call, charge, proof),
    inquire: (charge) => inquire(call, charge),
    void: (charge) => giveBack(call, 'IPTAL', charge, charge.amount),
    refund: (charge, _receipt, amount) => giveBack(call, 'IADE', charge, amount),
  }
}

async function capture(call: CallParam, charge: Charge, proof: Proof): Promise<Outcome> {
  const answer = await call('TP_WMD_Pay', {
    UCD_MD: proof['md'] ?? '',
    Islem_GUID: proof['paymentGuid'] ?? '',
    Siparis_ID: charge.reference,
  })
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { message } = answer
  const order = message.text('Siparis_ID')
  if (isPositive(message.text('Sonuc'))) {
    const isPaid = order === charge.reference && isPositive(message.text('Dekont_ID'))
    return isPaid ? { kind: 'captured', receipt: receiptOf(message) } : { kind: 'unknown', text: 'another payment' }
  }
  const code = refusalCode(message.text('Bank_Sonuc_Kod'))
  const isOurs = order === '' || order === charge.reference
  const isRefused = code !== null && isOurs && /^(0|-\d+)$/.test(message.text('Sonuc'))
  return isRefused
    ? { kind: 'declined', code, text: bankText(message.text('Sonuc_Ack')) }
    : { kind: 'unknown', text: paramReason(message) }
}

/** `transaction` is Param's receipt number. */
function receiptOf(row: XmlMessage): Receipt {
  return {
    authCode: row.text('Bank_AuthCode') || null,
    bankReference: row.text('Bank_HostRefNum') || null,
    transaction: row.text('Dekont_ID') || null,
    ...maskedCard(row.text('KK_No')),
  }
}

/** Voids (IPTAL, in full) or refunds (IADE) a payment. */
export async function giveBack(
  call: CallParam,
  state: 'IPTAL' | 'IADE',
  charge: Charge,
  amount: string,
): Promise<RefundOutcome> {
  const fields = { Durum: state, Siparis_ID: charge.reference, Tutar: amount }
  return refundOf(await call('TP_Islem_Iptal_Iade_Kismi2', fields))
}

/** Param's codes −2xx are its own rules, before it asks a bank: no such payment, already voided, too much. */
const ownRefusal = /^-2\d\d$/

function refundOf(answer: ParamAnswer): RefundOutcome {
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { message } = answer
  const code = message.text('Sonuc')
  if (isPositive(code)) return { kind: 'done', code }
  const text = bankText(message.text('Sonuc_Str'))
  if (ownRefusal.test(code)) return { kind: 'refused', code, text }
  const bankCode = /^-\d+$/.test(code) ? refusalCode(message.text('Banka_Sonuc_Kod')) : null
  return bankCode === null ? { kind: 'unknown', text: paramReason(message) } : { kind: 'refused', code: bankCode, text }
}

const fieldNames = ['Siparis_ID', 'Durum', 'Odeme_Sonuc', 'Dekont_ID', 'Toplam_Tutar', 'Toplam_Iade_Tutar']

async function inquire(call: CallParam, charge: Charge): Promise<Inquiry> {
  const answer = await call('TP_Islem_Sorgulama4', { Dekont_ID: '', Siparis_ID: charge.reference, Islem_ID: '' })
  if (!answer.ok) return { kind: 'pending', text: answer.text }
  const { message } = answer
  const rows = rowsOf(message)
  if (!isPositive(message.text('Sonuc'))) {
    return isUnknownOrder(message) ? { kind: 'none' } : { kind: 'pending', text: paramReason(message) }
  }
  const [row, ...others] = rows
  if (row === undefined) return { kind: 'none' }
  const isOurs = row.text('Siparis_ID') === charge.reference && others.length === 0
  return isOurs && !hasRepeats(row, fieldNames) ? stateOf(row) : { kind: 'pending', text: 'another order' }
}

/** The answer has the fields directly, or in a data set. */
function rowsOf(message: XmlMessage): XmlMessage[] {
  const direct = message.all('DT_Bilgi').filter((row) => row.text('Siparis_ID') !== '')
  return [...direct, ...message.all('DT_Bilgi', 'diffgram', 'NewDataSet', 'DT_Islem_Sorgulama4')]
}

function isUnknownOrder(message: XmlMessage): boolean {
  return /(?:[İi]şlem|[Kk]ayıt|[Ss]ipariş)[^.]* bulunamad/.test(message.text('Sonuc_Str'))
}

/** A payment that was taken has a receipt number, whatever happened to it later. */
function stateOf(row: XmlMessage): Inquiry {
  const [state, code] = [row.text('Durum'), row.text('Odeme_Sonuc')]
  const isPaid = isPositive(row.text('Dekont_ID'))
  if (['FAIL', 'BANK_FAIL'].includes(state) && !isPaid) {
    return {
      kind: 'declined',
      code,
      text: bankText(row.text('Banka_Sonuc_Aciklama') || row.text('Odeme_Sonuc_Aciklama')),
    }
  }
  const [amount, returned] = [readLira(row.text('Toplam_Tutar')), readLira(row.text('Toplam_Iade_Tutar'))]
  if (!isPaid || amount === null || returned === null || isSameAmount(amount, '0'))
    return { kind: 'pending', text: state }
  const receipt = receiptOf(row)
  if (state === 'SUCCESS') return { kind: 'captured', amount, refunded: returned, receipt }
  if (state === 'CANCEL' || state === 'REFUND') return { kind: 'captured', amount, refunded: amount, receipt }
  const isPart = state === 'PARTIAL_REFUND' && !isSameAmount(returned, '0')
  return isPart ? { kind: 'captured', amount, refunded: returned, receipt } : { kind: 'pending', text: state }
}
