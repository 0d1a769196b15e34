import { createHash } from 'node:crypto'
import { escapeHtml } from '#server/platform/email/escape-html.ts'
import { translate } from '#server/platform/http/words.ts'
import type { BankAnswer, Books, Found, GivenBack } from '#server/sandbox-bank/dialects/dialect.ts'
import type { BankSession, BankTransaction } from '#server/sandbox-bank/queries.ts'

export const merchant = { merchantId: '990400000000003', terminalId: 'VP990403', password: 'demo-payflex-password' }

export function isMerchant(id: string, password: string): boolean {
  return id === merchant.merchantId && password === merchant.password
}

/** The bank's number of a transaction, from the order number of its sale; one order has one sale. */
export const idOf = ({ oid }: Pick<BankTransaction, 'oid'>) => `${merchant.terminalId}${oid}`
const orderOf = (id: string) => id.slice(merchant.terminalId.length)

/** The issuing bank's code with four digits. */
export const resultOf = ({ approved, code }: BankTransaction) => (approved ? '0000' : code.padStart(4, '0'))

type Tree = { readonly [name: string]: string | Tree }

function xml(root: string, tree: Tree): BankAnswer {
  return { body: `<?xml version="1.0" encoding="UTF-8"?>${element(root, tree)}`, type: 'xml' }
}

function element(name: string, content: string | Tree): string {
  if (typeof content === 'string') return `<${name}>${escapeHtml(content)}</${name}>`
  const children = Object.entries(content).map(([child, value]) => element(child, value))
  return `<${name}>${children.join('')}</${name}>`
}

/** The text of the first element of this name. */
const tag = (text: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? ''

/** Answers the virtual POS: inquiries, voids and refunds. */
export async function answerVpos(path: string, request: string, bank: Books): Promise<BankAnswer> {
  if (path === 'UIService/Search.aspx') return search(request, bank)
  const isPos =
    path === 'VposService/v3/Vposreq.aspx' && isMerchant(tag(request, 'MerchantId'), tag(request, 'Password'))
  if (!isPos || tag(request, 'ClientIp') === '')
    return xml('VposResponse', { ResultCode: '9039', ResultDetail: 'Yetkisiz' })
  const oid = orderOf(tag(request, 'ReferenceTransactionId'))
  const type = tag(request, 'TransactionType')
  if (type === 'Cancel') return returnAnswer(type, await bank.giveBack(oid, 'void'))
  return returnAnswer(type, await bank.giveBack(oid, 'refund', tag(request, 'CurrencyAmount')))
}

const refusals = { no_sale: '1083', day_over: '1084', day_open: '1085', too_much: '1059', amount: '1006' } as const

function returnAnswer(TransactionType: string, given: GivenBack): BankAnswer {
  if (!given.ok) {
    const ResultDetail = translate('tr', `sandbox.bank.${given.reason}`)
    return xml('VposResponse', { ResultCode: refusals[given.reason], ResultDetail, InstallmentTable: '' })
  }
  const { sale, made } = given
  const ids = { TransactionId: `${idOf(sale)}-${made.id}`, ReferenceTransactionId: idOf(sale) }
  const result = { ResultCode: '0000', ResultDetail: 'İŞLEM BAŞARILI', AuthCode: made.auth_code, Rrn: made.host_ref }
  return xml('VposResponse', { TransactionType, ...ids, ...result, CurrencyAmount: made.amount })
}

async function search(request: string, bank: Books): Promise<BankAnswer> {
  const info = (Status: string, ResponseCode: string) => ({
    ResponseInfo: { Status, ResponseCode, ResponseMessage: '' },
  })
  if (!isMerchant(tag(request, 'HostMerchantId'), tag(request, 'MerchantPassword')))
    return xml('SearchResponse', info('Error', '9065'))
  const oid = tag(request, 'OrderId')
  const [session, found] = [await bank.session({ oid }), await bank.find(oid)]
  if (found.kind === 'pending') return xml('SearchResponse', info('Error', '9999'))
  const row = session === undefined ? null : rowOf(session, found)
  const head = { ...info('Success', '0000'), PageIndex: '1', PageSize: '10', TotalItemCount: row === null ? '0' : '1' }
  return xml('SearchResponse', {
    ...head,
    ...(row !== null && { TransactionSearchResultInfo: { TransactionSearchResultInfo: row } }),
  })
}

const numbers: Readonly<Record<string, string>> = { TRY: '949', USD: '840', EUR: '978' }

/** The transaction of an order; a failed authentication is one too. */
function rowOf(session: BankSession, found: Found): Tree | null {
  const { oid, amount, currency, state, md_status } = session
  const common = { TransactionType: 'Sale', OrderId: oid, CurrencyAmount: amount, AmountCode: numbers[currency] ?? '' }
  if (found.kind !== 'found') {
    if (state !== 'done' || md_status === '1') return null
    const TransactionId = createHash('md5').update(oid).digest('hex')
    const ResponseMessage = translate('tr', `sandbox.bank.md_${md_status}`)
    return { ...common, TransactionId, ResultCode: '2053', ResponseMessage }
  }
  const { sale, voided, refunded } = found
  return {
    MerchantId: merchant.merchantId,
    ...common,
    TransactionId: idOf(sale),
    ResultCode: resultOf(sale),
    ResponseMessage: sale.approved ? 'İŞLEM BAŞARILI' : translate('tr', `sandbox.codes.${sale.code}`),
    AuthCode: sale.auth_code,
    Rrn: sale.host_ref,
    IsReversed: 'false',
    IsCanceled: String(voided !== undefined),
    IsRefunded: String(Number(refunded) > 0),
  }
}
