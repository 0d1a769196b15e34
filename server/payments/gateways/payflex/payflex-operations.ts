import { isUnanswered } from '#domain/payments/decline.ts'
import { currencyNumbers, readLira } from '#server/payments/gateways/bank-amount.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import type {
  BankHttp,
  Charge,
  Gateway,
  Inquiry,
  PosTerms,
  Receipt,
  RefundOutcome,
} from '#server/payments/gateways/gateway.ts'
import { askPage } from './payflex-page.ts'
import { readXml, writeXml, type XmlMessage, type XmlTree } from '#server/payments/gateways/xml-message.ts'

type PayflexAnswer = { ok: true; message: XmlMessage } | { ok: false; text: string }

const paths = { VposRequest: '/VposService/v3/Vposreq.aspx', SearchRequest: '/UIService/Search.aspx' }
type SendPayflex = (root: keyof typeof paths, request: XmlTree) => Promise<PayflexAnswer>

/** Inquiries, voids and refunds of payments that were made on the bank's page. */
export function payflexOperations(terms: PosTerms, http: BankHttp): Pick<Gateway, 'inquire' | 'void' | 'refund'> {
  const send = requestSender(terms, http)
  return {
    inquire: async (charge) => withPage(terms, http, charge, await inquire(terms, send, charge)),
    void: (charge, receipt) => giveBack(terms, send, charge, { receipt, type: 'Cancel' }),
    refund: (charge, receipt, amount) => giveBack(terms, send, charge, { receipt, type: 'Refund', amount }),
  }
}

function requestSender({ settings }: PosTerms, http: BankHttp): SendPayflex {
  return async (root, request) => {
    const body = new URLSearchParams({ prmstr: writeXml(root, request) }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await http({ method: 'POST', url: `${settings['api']}${paths[root]}`, headers, body })
    if (!answer.ok) return { ok: false, text: answer.reason }
    // The bank's documents do not name the root of every answer.
    const name = /<([A-Z]\w*)/.exec(answer.text)?.[1] ?? ''
    const message = answer.status === 200 ? readXml(answer.text, name) : null
    return message === null ? { ok: false, text: `HTTP ${answer.status}` } : { ok: true, message }
  }
}

async function withPage(terms: PosTerms, http: BankHttp, charge: Charge, found: Inquiry): Promise<Inquiry> {
  if (found.kind !== 'captured') return found
  const { card, unwanted } = await askPage(terms, http, charge, found.receipt.transaction)
  return { ...found, receipt: { ...found.receipt, ...card }, ...(unwanted !== undefined && { unwanted }) }
}

/** By order number, the bank returns the approved transaction if there is one, else the last. */
async function inquire({ settings, secrets }: PosTerms, send: SendPayflex, charge: Charge): Promise<Inquiry> {
  const answer = await send('SearchRequest', {
    MerchantCriteria: { HostMerchantId: settings['merchantId'] ?? '', MerchantPassword: secrets['password'] ?? '' },
    TransactionCriteria: { TransactionId: '', OrderId: charge.reference, AuthCode: '' },
  })
  if (!answer.ok) return { kind: 'pending', text: answer.text }
  const { message } = answer
  const code = message.text('ResponseInfo', 'ResponseCode')
  if (message.text('ResponseInfo', 'Status') !== 'Success' || code !== '0000')
    return { kind: 'pending', text: bankText(`${code} ${message.text('ResponseInfo', 'ResponseMessage')}`) }
  const rows = message.all('TransactionSearchResultInfo', 'TransactionSearchResultInfo')
  if (rows.length === 0 && message.text('TotalItemCount') === '0') return { kind: 'none' }
  const isSale = (row: XmlMessage) => row.text('OrderId') === charge.reference && row.text('TransactionType') === 'Sale'
  const sales = rows.filter(isSale)
  const sale = sales.find((row) => row.text('ResultCode') === '0000') ?? sales.at(-1)
  return sale === undefined ? { kind: 'pending', text: 'no sale' } : stateOf(sale, charge)
}

function stateOf(sale: XmlMessage, charge: Charge): Inquiry {
  const result = sale.text('ResultCode')
  const text = bankText(sale.text('ResponseMessage'))
  if (result !== '0000') {
    const code = declineCode(result)
    return code === null ? { kind: 'pending', text: `${bankText(result)} ${text}` } : { kind: 'declined', code, text }
  }
  if (sale.text('AmountCode') !== currencyNumbers[charge.currency]) return { kind: 'pending', text: 'another currency' }
  const amount = readLira(sale.text('CurrencyAmount'))
  const [isCanceled, isReversed, isRefunded] = ['IsCanceled', 'IsReversed', 'IsRefunded'].map((name) => sale.text(name))
  // The bank does not name the refunded amount.
  if (amount === null || isRefunded !== 'false') return { kind: 'pending', text: 'refunded in whole or in part' }
  const refunded = isCanceled === 'true' || isReversed === 'true' ? amount : '0.00'
  return { kind: 'captured', amount, refunded, receipt: receiptOf(sale) }
}

/** `transaction` is what voids and refunds refer to. */
function receiptOf(sale: XmlMessage): Receipt {
  return {
    authCode: sale.text('AuthCode') || null,
    bankReference: sale.text('Rrn') || null,
    transaction: sale.text('TransactionId') || null,
  }
}

/**
 * The issuing bank's two digits (0051 → 51), `3D-` and the code for the bank's codes of 3-D Secure (2…), its own code for rules
 * of the POS (1…). Null if the code does not prove a decline, such as errors of systems.
 */
function declineCode(result: string): string | null {
  if (/^2\d{3}$/.test(result)) return `3D-${result}`
  const code = result.replace(/^00(?=\d\d$)/, '')
  return /^(\d\d|1\d{3})$/.test(code) && !isUnanswered(code) ? code : null
}

type Return = { receipt: Receipt; type: 'Cancel' | 'Refund'; amount?: string }

async function giveBack(
  { settings, secrets }: PosTerms,
  send: SendPayflex,
  charge: Charge,
  { receipt, type, amount }: Return,
): Promise<RefundOutcome> {
  const answer = await send('VposRequest', {
    MerchantId: settings['merchantId'] ?? '',
    Password: secrets['password'] ?? '',
    TransactionType: type,
    ReferenceTransactionId: receipt.transaction ?? '',
    ClientIp: charge.address,
    ...(amount !== undefined && { CurrencyAmount: amount }),
  })
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const code = answer.message.text('ResultCode')
  const text = bankText(answer.message.text('ResultDetail'))
  if (code === '0000') return { kind: 'done', code }
  return declineCode(code) === null
    ? { kind: 'unknown', text: `${code} ${text}`.trim() }
    : { kind: 'refused', code, text }
}
