import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/db/pool.ts'
import { merchantOf } from '#server/sandbox-bank/merchants.ts'
import { type ListedTransaction, loadListed, pageOf } from './listed-transactions.ts'

const upperHash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex').toUpperCase()
const leaf = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? ''

/** Garanti's `orderlistinq` over the sandbox bank's books: the merchant's number is also its terminal, its password PROVAUT's. */
export async function answerGarantiList(db: Db, xml: string): Promise<string> {
  const merchant = merchantOf(leaf(xml, 'ID'))
  if (merchant === undefined || leaf(xml, 'Type') !== 'orderlistinq') return answer('99', '0000', 'Declined')
  const security = upperHash('sha1', `${merchant.password}${merchant.clientId.padStart(9, '0')}`)
  const text = `${leaf(xml, 'OrderID')}${merchant.clientId}${leaf(xml, 'Amount')}${leaf(xml, 'CurrencyCode')}${security}`
  if (leaf(xml, 'HashData') !== upperHash('sha512', text)) return answer('92', '0651', 'Declined')
  const [, date, month, year] = /^(\d{2})\/(\d{2})\/(\d{4}) 00:00$/.exec(leaf(xml, 'StartDate')) ?? []
  const page = Number(leaf(xml, 'ListPageNum') || '0')
  if (year === undefined || leaf(xml, 'EndDate') !== `${date}/${month}/${year} 23:59` || page < 1)
    return answer('99', '0002', 'Declined')
  const rows = await loadListed(db, merchant.clientId, `${year}-${month}-${date}`)
  if (rows.length === 0) return answer('92', '0110', 'Declined')
  const { rows: shown, pages } = pageOf(rows, page)
  const counts = `<TotalTxnCount>${rows.length}</TotalTxnCount><TotalPageCount>${pages}</TotalPageCount><ActPageNum>${page}</ActPageNum>`
  const list = `<OrderTxnList>${counts}${shown.map(rowOf).join('')}</OrderTxnList>`
  return answer('00', '00', 'Approved', `<OrderListInqResult>${list}</OrderListInqResult>`)
}

const types = { sale: 'Satis', void: 'Iptal', refund: 'Iade' } as const

function rowOf(row: ListedTransaction, i: number): string {
  const state = row.approved ? (row.is_voided ? 'Iptal' : 'Basarili') : 'Basarisiz'
  const fields = {
    Id: String(i + 1),
    LastTrxDate: row.time,
    TrxType: types[row.kind],
    OrderID: row.oid,
    CardNumberMasked: row.card,
    AuthCode: row.auth_code,
    RetrefNum: row.host_ref,
    OrigRetrefNum: row.kind === 'sale' ? '' : row.sale_ref,
    InstallmentCnt: row.installment === 1 ? 'Pesin' : String(row.installment),
    Status: state,
    AuthAmount: row.amount.replace('.', ''),
    CurrencyCode: 'TL',
    ResponseCode: row.approved ? '00' : '05',
  }
  const tags = Object.entries(fields).map(([tag, text]) => `<${tag}>${text}</${tag}>`)
  return `<OrderTxn>${tags.join('')}</OrderTxn>`
}

function answer(code: string, reason: string, message: string, inOrder = ''): string {
  const response = `<Code>${code}</Code><ReasonCode>${reason}</ReasonCode><Message>${message}</Message>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<GVPSResponse><Order><OrderID></OrderID>${inOrder}</Order><Transaction><Response>${response}</Response></Transaction></GVPSResponse>`
}
