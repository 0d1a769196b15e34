import { isUnanswered } from '#domain/payments/decline.ts'
import {
  installmentText,
  isSameAmount,
  kurusOf,
  liraOfKurus,
  sumOf,
  currencyNumbers,
} from '#server/payments/gateways/bank-amount.ts'
import { bankText, maskedCard } from '#server/payments/gateways/callback-fields.ts'
import { messageHash } from './garanti-hash.ts'
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
import { readXml, writeXml, type XmlMessage, type XmlTree } from '#server/payments/gateways/xml-message.ts'

type GarantiAnswer = { ok: true; message: XmlMessage } | { ok: false; text: string }
/** `order`: fields besides the order number. */
type GarantiTransaction = { type: string; amount: string; fields: XmlTree; order?: XmlTree }
/** Without a currency: lira. */
type GarantiCharge = Pick<Charge, 'reference' | 'address'> &
  Partial<Pick<Charge, 'currency'>> & { buyer: Pick<Charge['buyer'], 'email'> }
export type SendTransaction = (charge: GarantiCharge, transaction: GarantiTransaction) => Promise<GarantiAnswer>

/** Addresses and mode by environment; the account's own addresses take precedence. */
export function garantiServer({ settings, environment }: PosTerms): { gateway: string; api: string; mode: string } {
  const host = environment === 'live' ? 'sanalposprov' : 'sanalposprovtest'
  const server = `https://${host}.garantibbva.com.tr`
  return {
    gateway: settings['gateway'] || `${server}/servlet/gt3dengine`,
    api: settings['api'] || `${server}/VPServlet`,
    mode: environment === 'live' ? 'PROD' : 'TEST',
  }
}

/** The server-to-server operations of GVPS. */
export function garantiOperations(
  terms: PosTerms,
  http: BankHttp,
): Pick<Gateway, 'capture' | 'inquire' | 'void' | 'refund'> {
  const send = transactionSender(terms, http)
  return {
    capture: (charge, proof) => capture(send, charge, proof),
    inquire: (charge) => inquire(send, charge),
    void: async (charge, receipt) => refundOf(await send(charge, refundTransaction('void', charge.amount, receipt))),
    refund: async (charge, receipt, amount) =>
      refundOf(await send(charge, refundTransaction('refund', amount, receipt))),
  }
}

function refundTransaction(type: 'void' | 'refund', amount: string, receipt: Receipt): GarantiTransaction {
  const fields = { CardholderPresentCode: '0', MotoInd: 'N', OriginalRetrefNum: receipt.bankReference ?? '' }
  return { type, amount: kurusOf(amount), fields }
}

/** PROVRFN is the user for voids and refunds, PROVAUT for everything else. */
function userOf({ secrets }: PosTerms, type: string): { user: string; password: string } {
  return type === 'void' || type === 'refund'
    ? { user: 'PROVRFN', password: secrets['provrfnPassword'] ?? '' }
    : { user: 'PROVAUT', password: secrets['provautPassword'] ?? '' }
}

export function transactionSender(terms: PosTerms, http: BankHttp): SendTransaction {
  const { api, mode } = garantiServer(terms)
  const { merchantId = '', terminalId = '', userId } = terms.settings
  return async (charge, { type, amount, fields, order = {} }) => {
    const { user, password } = userOf(terms, type)
    const currency = currencyNumbers[charge.currency ?? 'TRY']
    const hash = messageHash({ orderId: charge.reference, terminalId, amount, currency }, password)
    const request = {
      Mode: mode,
      Version: '512',
      Terminal: { ProvUserID: user, HashData: hash, UserID: userId || user, ID: terminalId, MerchantID: merchantId },
      Customer: { IPAddress: charge.address, EmailAddress: charge.buyer.email },
      Order: { OrderID: charge.reference, ...order },
      Transaction: { Type: type, Amount: amount, CurrencyCode: currency, ...fields },
    }
    const headers = { 'content-type': 'application/xml' }
    const answer = await http({ method: 'POST', url: api, headers, body: writeXml('GVPSRequest', request) })
    if (!answer.ok) return { ok: false, text: answer.reason }
    if (answer.status !== 200) return { ok: false, text: `HTTP ${answer.status}` }
    const message = readXml(answer.text, 'GVPSResponse')
    return message === null ? { ok: false, text: 'unreadable' } : { ok: true, message }
  }
}

function resultOf(message: XmlMessage) {
  const of = (name: string) => message.text('Transaction', 'Response', name)
  return {
    code: of('Code'),
    message: of('Message'),
    reason: of('ReasonCode'),
    text: bankText(of('ErrorMsg') || of('SysErrMsg')),
  }
}

/** Sends the stored amount, whatever the callback contained. */
async function capture(send: SendTransaction, charge: Charge, proof: Proof): Promise<Outcome> {
  const answer = await send(charge, {
    type: 'sales',
    amount: kurusOf(charge.amount),
    fields: {
      InstallmentCnt: installmentText(charge.installment),
      CardholderPresentCode: '13',
      MotoInd: 'N',
      Secure3D: {
        AuthenticationCode: proof['cavv'] ?? '',
        SecurityLevel: proof['eci'] ?? '',
        TxnID: proof['xid'] ?? '',
        Md: proof['md'] ?? '',
      },
    },
  })
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { code, message, text } = resultOf(answer.message)
  if (answer.message.text('Order', 'OrderID') !== charge.reference) return { kind: 'unknown', text: 'another order' }
  if (code === '00' && message === 'Approved')
    return { kind: 'captured', receipt: receiptOf(answer.message, 'Transaction') }
  return message === 'Declined' && !['', '00'].includes(code) && !isUnanswered(code)
    ? { kind: 'declined', code, text }
    : { kind: 'unknown', text: `${code} ${text}`.trim() }
}

function receiptOf(message: XmlMessage, ...path: string[]): Receipt {
  return {
    authCode: message.text(...path, 'AuthCode') || null,
    bankReference: message.text(...path, 'RetrefNum') || null,
    transaction: message.text(...path, 'SequenceNum') || null,
    ...maskedCard(message.text(...path, 'CardNumberMasked')),
  }
}

function refundOf(answer: GarantiAnswer): RefundOutcome {
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { code, message, text } = resultOf(answer.message)
  if (code === '00' && message === 'Approved') return { kind: 'done', code }
  // Without an answer of the issuing bank, the money may have moved.
  const isKnown = message === 'Declined' && !['', '00'].includes(code) && !isUnanswered(code)
  return isKnown ? { kind: 'refused', code, text } : { kind: 'unknown', text: `${code} ${text}`.trim() }
}

/** An inquiry must contain an amount; any works. */
const inquiryAmount = '100'
const inquiryFields = { InstallmentCnt: '', CardholderPresentCode: '0', MotoInd: 'N' }

async function inquire(send: SendTransaction, charge: Charge): Promise<Inquiry> {
  const answer = await send(charge, { type: 'orderinq', amount: inquiryAmount, fields: inquiryFields })
  if (!answer.ok) return { kind: 'pending', text: answer.text }
  const { code, reason, text } = resultOf(answer.message)
  if (code !== '00') return reason === '0110' ? { kind: 'none' } : { kind: 'pending', text: `${code} ${text}`.trim() }
  const result = (name: string) => answer.message.text('Order', 'OrderInqResult', name)
  const state = result('Status')
  if (state === 'DECLINED') return { kind: 'declined', code: result('Code'), text: bankText(result('SysErrMsg')) }
  const amount = liraOfKurus(result('AuthAmount'))
  if (amount === null || isSameAmount(amount, '0') || state === '' || state.startsWith('WAITING')) {
    return { kind: 'pending', text: state }
  }
  return withRefunds(send, charge, { amount, receipt: receiptOf(answer.message, 'Order', 'OrderInqResult') })
}

/** Adds what was refunded, which only the order's history contains. Without it, a refund could be made twice. */
async function withRefunds(
  send: SendTransaction,
  charge: Charge,
  sale: { amount: string; receipt: Receipt },
): Promise<Inquiry> {
  const answer = await send(charge, { type: 'orderhistoryinq', amount: inquiryAmount, fields: inquiryFields })
  if (!answer.ok) return { kind: 'pending', text: answer.text }
  if (resultOf(answer.message).code !== '00') return { kind: 'pending', text: 'no history' }
  const done = answer.message
    .all('Order', 'OrderHistInqResult', 'OrderTxnList', 'OrderTxn')
    .filter((row) => row.text('Status') === '00')
  if (!done.some((row) => row.text('Type') === 'sales')) return { kind: 'pending', text: 'no sale in the history' }
  const isVoided = done.some((row) => {
    return row.text('Type') === 'void' || (row.text('Type') === 'sales' && row.text('VoidDate') !== '')
  })
  if (isVoided) return { kind: 'captured', ...sale, refunded: sale.amount }
  const back = done.filter((row) => row.text('Type') === 'refund' && row.text('VoidDate') === '')
  const amounts = back.map((row) => liraOfKurus(row.text('AuthAmount')))
  if (amounts.includes(null)) return { kind: 'pending', text: 'unreadable history' }
  return { kind: 'captured', ...sale, refunded: sumOf(amounts.filter((amount) => amount !== null)) }
}
