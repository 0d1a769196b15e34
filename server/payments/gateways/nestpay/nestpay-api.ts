import { isUnanswered } from '#domain/payments/decline.ts'
import {
  installmentText,
  isSameAmount,
  liraOfKurus,
  readLira,
  sumOf,
  currencyNumbers,
} from '#server/payments/gateways/bank-amount.ts'
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
import { readXml, writeXml, type XmlMessage, type XmlTree } from '#server/payments/gateways/xml-message.ts'

/** A readable answer, or why there is none. */
type NestpayAnswer = { ok: true; message: XmlMessage } | { ok: false; text: string }
type SendRequest = (request: XmlTree) => Promise<NestpayAnswer>

/** The server-to-server operations of NestPay's API: CC5Request, CC5Response. */
export function nestpayOperations(
  terms: PosTerms,
  http: BankHttp,
): Pick<Gateway, 'capture' | 'inquire' | 'void' | 'refund'> {
  const send = requestSender(terms, http)
  return {
    capture: (charge, proof) => capture(send, charge, proof),
    inquire: (charge) => inquire(send, charge),
    void: async (charge) => refundOf(await send({ OrderId: charge.reference, Type: 'Void' })),
    refund: async (charge, _receipt, amount) =>
      refundOf(
        await send({
          OrderId: charge.reference,
          Type: 'Credit',
          Total: amount,
          Currency: currencyNumbers[charge.currency],
        }),
      ),
  }
}

function requestSender({ settings, secrets }: PosTerms, http: BankHttp): SendRequest {
  return async (request) => {
    const account = {
      Name: settings['name'] ?? '',
      Password: secrets['password'] ?? '',
      ClientId: settings['clientId'] ?? '',
    }
    const body = new URLSearchParams({ DATA: writeXml('CC5Request', { ...account, ...request }) }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await http({ method: 'POST', url: settings['api'] ?? '', headers, body })
    if (!answer.ok) return { ok: false, text: answer.reason }
    if (answer.status !== 200) return { ok: false, text: `HTTP ${answer.status}` }
    const message = readXml(answer.text, 'CC5Response')
    return message === null ? { ok: false, text: 'unreadable' } : { ok: true, message }
  }
}

async function capture(send: SendRequest, charge: Charge, proof: Proof): Promise<Outcome> {
  const answer = await send({
    Type: 'Auth',
    IPAddress: charge.address,
    OrderId: charge.reference,
    Total: charge.amount,
    Currency: currencyNumbers[charge.currency],
    Taksit: installmentText(charge.installment),
    Number: proof['md'] ?? '',
    PayerTxnId: proof['xid'] ?? '',
    PayerSecurityLevel: proof['eci'] ?? '',
    PayerAuthenticationCode: proof['cavv'] ?? '',
    Mode: 'P',
  })
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { message } = answer
  const code = message.text('ProcReturnCode')
  const text = bankText(message.text('ErrMsg'))
  const isOurs = message.text('OrderId') === charge.reference
  if (isOurs && message.text('Response') === 'Approved' && code === '00') {
    return { kind: 'captured', receipt: receiptOf(message) }
  }
  const isDeclined = message.text('Response') === 'Declined' && !['', '00'].includes(code)
  if (isDeclined && !isUnanswered(code)) return { kind: 'declined', code, text }
  const rejection = isOurs ? rejectionOf(message) : null
  if (rejection !== null) return { kind: 'declined', code: rejection, text }
  // Any other 'Error' may also mean that this order was already paid: only an inquiry finds out.
  return { kind: 'unknown', text: `${code} ${text}`.trim() }
}

/**
 * NestPay's own error codes of requests that it rejects before it asks the issuing bank: wrong fields (CORE-1…),
 * currency, user rights, rules of the merchant, and the installment table. Codes that may follow a taken payment are not
 * among them: the order number was used (2507, 2302), another request is running (2304), system errors (2500, 2700 …).
 */
const rejectionCodes =
  /^CORE-(1\d{3}|2009|201[0125]|210[56]|2121|2124|2126|220[1246]|2208|225\d|2502|2515|2516|260[1-3])$/

/** The code of an error that guarantees that no money moved; null for any other answer. */
function rejectionOf(message: XmlMessage): string | null {
  const isError = message.text('Response') === 'Error' && message.text('ProcReturnCode') === '99'
  const code = message.text('Extra', 'ERRORCODE')
  const wasApproved = message.text('AuthCode') !== '' || message.text('HostRefNum') !== ''
  return isError && !wasApproved && rejectionCodes.test(code) ? code : null
}

function receiptOf(message: XmlMessage): Receipt {
  return {
    authCode: message.text('AuthCode') || null,
    bankReference: message.text('HostRefNum') || null,
    transaction: message.text('TransId') || null,
  }
}

function refundOf(answer: NestpayAnswer): RefundOutcome {
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { message } = answer
  const code = message.text('ProcReturnCode')
  const text = bankText(message.text('ErrMsg'))
  if (message.text('Response') === 'Approved' && code === '00') return { kind: 'done', code }
  // Without an answer of the issuing bank, the money may have moved.
  if (!['Declined', 'Error'].includes(message.text('Response')) || code === '' || isUnanswered(code)) {
    return { kind: 'unknown', text: `${code} ${text}`.trim() }
  }
  return { kind: 'refused', code, text }
}

/** Sale, authorised, closed. The amounts of an inquiry are in kuruş, or in lira with a decimal point. */
const paidStates = ['S', 'A', 'C']
const voidedStates = ['V', 'CNCL']

async function inquire(send: SendRequest, charge: Charge): Promise<Inquiry> {
  const answer = await send({ OrderId: charge.reference, Extra: { ORDERSTATUS: 'QUERY' } })
  if (!answer.ok) return { kind: 'pending', text: answer.text }
  const { message } = answer
  const state = message.text('Extra', 'TRANS_STAT')
  if (state === '')
    return isNoRecord(message) ? { kind: 'none' } : { kind: 'pending', text: bankText(message.text('ErrMsg')) }
  const type = message.text('Extra', 'CHARGE_TYPE_CD') || 'S'
  if (type === 'S' && (state === 'D' || state === 'ERR')) {
    const code = message.text('Extra', 'PROC_RET_CD') || message.text('ProcReturnCode')
    return { kind: 'declined', code, text: bankText(message.text('Extra', 'HOST_MSG')) }
  }
  const amount = amountOf(message.text('Extra', 'CAPTURE_AMT')) ?? amountOf(message.text('Extra', 'ORIG_TRANS_AMT'))
  if (amount === null) return { kind: 'pending', text: state }
  const receipt = statusReceipt(message)
  if (type === 'S' && voidedStates.includes(state)) return { kind: 'captured', amount, refunded: amount, receipt }
  // After a refund, the newest row may be the credit; the history has the sale.
  if (type === 'S' && !paidStates.includes(state)) return { kind: 'pending', text: state }
  return withRefunds(send, charge, { amount, receipt })
}

function isNoRecord(message: XmlMessage): boolean {
  return message.text('ProcReturnCode') === '99' && /no record|kay[ıi]t bulunamad/i.test(message.text('ErrMsg'))
}

function statusReceipt(message: XmlMessage): Receipt {
  const authCode = message.text('Extra', 'AUTH_CODE') || null
  const bankReference = message.text('Extra', 'HOST_REF_NUM') || null
  const transaction = message.text('Extra', 'TRANS_ID') || message.text('TransId') || null
  return { authCode, bankReference, transaction, ...maskedCard(message.text('Extra', 'PAN')) }
}

/** Adds what was refunded, from the rows of the order's history. Without it, a refund could be made twice. */
async function withRefunds(
  send: SendRequest,
  charge: Charge,
  sale: { amount: string; receipt: Receipt },
): Promise<Inquiry> {
  const answer = await send({ OrderId: charge.reference, Extra: { ORDERHISTORY: 'QUERY' } })
  if (!answer.ok) return { kind: 'pending', text: answer.text }
  const rows = historyOf(answer.message)
  if (rows === null) return { kind: 'pending', text: 'no history' }
  const paid = rows.find(({ type, isApproved }) => type === 'S' && isApproved)
  if (paid === undefined) return { kind: 'pending', text: 'no sale in the history' }
  const { amount, state } = paid
  if (voidedStates.includes(state)) return { kind: 'captured', amount, refunded: amount, receipt: sale.receipt }
  const credits = rows.filter(({ type, isApproved, state }) => {
    return type === 'C' && isApproved && !voidedStates.includes(state)
  })
  return { kind: 'captured', amount, refunded: sumOf(credits.map(({ amount }) => amount)), receipt: sale.receipt }
}

type HistoryRow = { type: string; state: string; amount: string; isApproved: boolean }

/**
 * Rows TRX1, TRX2 …, separated by tabs: type, state, amount, captured amount, three times, reference, authorisation,
 * code, id.
 */
function historyOf(message: XmlMessage): HistoryRow[] | null {
  const count = Number(message.text('Extra', 'TRXCOUNT') || Number.NaN)
  if (!Number.isInteger(count) || count > 1000) return null
  const rows: HistoryRow[] = []
  for (let i = 1; i <= count; i++) {
    const cells = message.text('Extra', `TRX${i}`).split('\t')
    const amount = amountOf(cells[3]) ?? amountOf(cells[2])
    if (amount === null || cells.length < 10) return null
    rows.push({ type: cells[0] ?? '', state: cells[1] ?? '', amount, isApproved: cells[9] === '00' })
  }
  return rows
}

function amountOf(text: string | undefined): string | null {
  const amount = liraOfKurus(text) ?? readLira(text)
  return amount === null || isSameAmount(amount, '0') ? null : amount
}
