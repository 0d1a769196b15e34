import type { OutboundKind } from '#domain/erp/mapping.ts'
import { ErpError, type ErpDocument, type ErpRecord, type OutboundDocument } from '#server/erp/adapters/adapter.ts'
import { lost } from '#server/erp/adapters/protocol/answers.ts'
import { sqlText } from '#server/erp/adapters/protocol/sql-pages.ts'
import { needFields, ownNumber, splitNote, textOf, withNumbers } from '#server/erp/adapters/protocol/values.ts'
import type { LogoClient } from './logo-client.ts'

export type LogoBooks = {
  client: LogoClient
  /** Tables of the period: "LG_001_01_". */
  tables: string
  /** The special code of everything that the shop writes. */
  channel: string
  /** Where card payments go if the mapping names no account. */
  bankAccount: string
  note(text: string): void
}

/** Fields that take numbers. */
const headNumbers = new Set(
  'CURR_TRANSACTIN TC_RATE RC_RATE SOURCE_WH DIVISION DEPARTMENT ORDER_STATUS CURRSEL_TOTAL CURRSEL_DETAILS TYPE'.split(
    ' ',
  ),
)
const lineNumbers = new Set(
  (
    'TYPE QUANTITY PRICE UNIT_CONV1 UNIT_CONV2 VAT_RATE VAT_INCLUDED DISCOUNT_RATE DETAIL_LEVEL CALC_TYPE SOURCE_WH' +
    ' EDT_CURR EDT_PRICE CURR_PRICE PC_PRICE'
  ).split(' '),
)

/** The length of the document number differs between versions: this one fits all of them. */
const docNumberLength = 16
const noteLength = 50

const docNumber = (number: string) =>
  number.length <= docNumberLength ? number : ownNumber('', number, docNumberLength, false)

const arpSlipTypes = { payment: 70, refund: 71 } as const

/** The live document with our number and channel. A cancellation is done when the order is not there any more. */
export async function findInLogo(books: LogoBooks, kind: OutboundKind, number: string): Promise<ErpDocument | null> {
  if (kind === 'cancellation') {
    return (await findRow(books, 'order', number)) === null ? { documentNo: number } : null
  }
  const row = await findRow(books, kind, number)
  return row === null ? null : { documentNo: String(row['FICHENO']) }
}

async function findRow({ client, tables, channel }: LogoBooks, kind: 'order' | 'payment' | 'refund', number: string) {
  const [table, special, type] =
    kind === 'order' ? ['ORFICHE', 'SPECODE', 1] : ['CLFICHE', 'SPECCODE', arpSlipTypes[kind]]
  const rows = await client.query(
    `SELECT TOP 2 D.LOGICALREF, D.FICHENO FROM ${tables}${table} D WHERE D.DOCODE = ${sqlText(docNumber(number))}` +
      ` AND D.${special} = ${sqlText(channel)} AND D.TRCODE = ${type} AND D.CANCELLED = 0 ORDER BY D.LOGICALREF`,
  )
  return rows[0] ?? null
}

export async function writeToLogo(books: LogoBooks, document: OutboundDocument): Promise<ErpDocument> {
  if (document.kind === 'cancellation') return deleteOrder(books, document)
  const [resource, body] =
    document.kind === 'order' ? ['salesOrders', orderBody(books, document)] : ['ArpSlips', slipBody(books, document)]
  const written = await books.client.call('POST', `/${resource}`, body)
  const reference = Number(written?.['INTERNAL_REFERENCE'])
  if (!Number.isSafeInteger(reference) || reference <= 0) throw lost('write', 'The answer has no INTERNAL_REFERENCE.')
  return readBack(books, `/${resource}/${reference}`, body)
}

/** The number that the ERP has given: the answer to the write still has "~". */
async function readBack({ client, note }: LogoBooks, path: string, body: ErpRecord): Promise<ErpDocument> {
  const saved = await client.call('GET', `${path}?expandLevel=full`).catch((error: unknown) => {
    throw lost('write', `Written, but not read back: ${error instanceof Error ? error.message : ''}`)
  })
  const number = saved?.['NUMBER']
  if (typeof number !== 'string' || number === '' || number === '~') throw lost('write', 'The document has no NUMBER.')
  // Some versions take the day for the month.
  const [sent, stored] = [body['DATE'], saved?.['DATE']].map((date) => String(date).slice(0, 10))
  if (sent !== stored) note(`Logo: ${number} has the date ${stored} instead of ${sent}`)
  return { documentNo: number }
}

const notesOf = (text: unknown, parts: number) =>
  Object.fromEntries(
    splitNote(typeof text === 'string' ? text : '', parts, noteLength).map((part, index) => [
      `NOTES${index + 1}`,
      part,
    ]),
  )

function orderBody({ channel }: LogoBooks, { number, head, lines }: OutboundDocument): ErpRecord {
  needFields(head, ['DATE', 'ARP_CODE'])
  const { NOTES1, ...rest } = head
  for (const [index, line] of lines.entries()) {
    needFields(line, ['MASTER_CODE', 'QUANTITY', 'UNIT_CODE', 'PRICE', 'VAT_RATE'], `${index + 1}: `)
  }
  return {
    INTERNAL_REFERENCE: 0,
    NUMBER: '~',
    ...withNumbers(rest, headNumbers),
    ...notesOf(NOTES1, 6),
    DOC_NUMBER: docNumber(number),
    AUXIL_CODE: channel,
    TRANSACTIONS: { items: lines.flatMap(withDiscountLines) },
  }
}

/** A discount is a separate line below the one that it reduces. */
function withDiscountLines({ DISCOUNT_RATES: rates, ...line }: ErpRecord): ErpRecord[] {
  const discounts = textOf(rates)
    .split('+')
    .filter((rate) => rate !== '')
    .map((rate) => ({ TYPE: 2, DETAIL_LEVEL: 1, CALC_TYPE: 0, DISCOUNT_RATE: rate }))
  return [line, ...discounts].map((each) => withNumbers(each, lineNumbers))
}

/** A credit card slip has one line, with the same account and bank as its head. */
function slipBody({ channel, bankAccount }: LogoBooks, { kind, number, head: mapped }: OutboundDocument): ErpRecord {
  const head: ErpRecord = { ...mapped, BANKACC_CODE: mapped['BANKACC_CODE'] || bankAccount }
  needFields(head, ['DATE', 'ARP_CODE', 'AMOUNT', 'BANKACC_CODE'])
  const { NOTES1, AMOUNT, ...rest } = head
  const type = arpSlipTypes[kind === 'payment' ? 'payment' : 'refund']
  const { AMOUNT: amount } = withNumbers({ AMOUNT }, new Set(['AMOUNT']))
  const side = kind === 'payment' ? 'CREDIT' : 'DEBIT'
  const own = { ARP_CODE: head['ARP_CODE'], BANKACC_CODE: head['BANKACC_CODE'] }
  const day = String(head['DATE'])
  return {
    INTERNAL_REFERENCE: 0,
    NUMBER: '~',
    ...withNumbers(rest, headNumbers),
    ...notesOf(NOTES1, 4),
    TYPE: type,
    DOC_NUMBER: docNumber(number),
    AUXIL_CODE: channel,
    [`TOTAL_${side}`]: amount,
    CURRSEL_TOTALS: 1,
    TRANSACTIONS: {
      items: [
        {
          ...own,
          DOC_NUMBER: docNumber(number),
          [side]: amount,
          TC_XRATE: 1,
          TC_AMOUNT: amount,
          AFFECT_RISK: 1,
          MONTH: Number(day.slice(5, 7)),
          YEAR: Number(day.slice(0, 4)),
          PAYMENT_LIST: {
            items: [
              {
                DATE: day,
                MODULENR: 5,
                TRCODE: type,
                TOTAL: amount,
                PROCDATE: day,
                BANKACC_CODE: head['BANKACC_CODE'],
                PAYMENT_TYPE: 4,
              },
            ],
          },
        },
      ],
    },
  }
}

/** An order that was shipped or invoiced cannot be deleted: the ERP's words then stand at the cancellation. */
async function deleteOrder(books: LogoBooks, { number, parentNo }: OutboundDocument): Promise<ErpDocument> {
  const row = await findRow(books, 'order', number)
  const documentNo = parentNo ?? number
  if (row === null) return { documentNo }
  const reference = Number(row['LOGICALREF'])
  if (!Number.isSafeInteger(reference)) throw new ErpError('unavailable', 'The order has no LOGICALREF.')
  await books.client.call('DELETE', `/salesOrders/${reference}`)
  return { documentNo }
}
