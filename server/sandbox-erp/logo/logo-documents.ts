import { decimal } from '#domain/money/decimal.ts'
import { ErpRefusal, type NewOrder, type NewSlip } from '#server/sandbox-erp/books/documents.ts'
import { logoCurrencies } from './logo-tables.ts'

type Body = Readonly<Record<string, unknown>>

const words = (text: string) => new Set(text.split(' '))
const orderFields = words(
  'INTERNAL_REFERENCE NUMBER DATE ARP_CODE ARP_CODE_SHPM SHIPLOC_CODE SOURCE_WH DIVISION DEPARTMENT DOC_NUMBER DOC_TRACK_NR' +
    ' CUST_ORD_NO AUXIL_CODE AUTH_CODE NOTES1 NOTES2 NOTES3 NOTES4 NOTES5 NOTES6 PAYMENT_CODE SALESMAN_CODE TRADING_GRP PROJECT_CODE' +
    ' ORDER_STATUS CURRSEL_TOTAL CURRSEL_DETAILS CURR_TRANSACTIN TC_RATE RC_RATE TRANSACTIONS',
)
const orderLineFields = words(
  'TYPE MASTER_CODE QUANTITY PRICE UNIT_CODE UNIT_CONV1 UNIT_CONV2 VAT_RATE VAT_INCLUDED DISCOUNT_RATE DETAIL_LEVEL CALC_TYPE' +
    ' DUE_DATE SOURCE_WH EDT_CURR EDT_PRICE CURR_PRICE PC_PRICE',
)
const slipFields = words(
  'INTERNAL_REFERENCE NUMBER DATE DOC_NUMBER TYPE AUXIL_CODE AUTH_CODE DIVISION DEPARTMENT NOTES1 NOTES2 NOTES3 NOTES4 TOTAL_DEBIT' +
    ' TOTAL_CREDIT CURRSEL_TOTALS ARP_CODE BANKACC_CODE SALESMAN_CODE PROJECT_CODE TRANSACTIONS',
)
const slipLineFields = words(
  'ARP_CODE BANKACC_CODE DOC_NUMBER DEBIT CREDIT TC_XRATE TC_AMOUNT AFFECT_RISK MONTH YEAR PAYMENT_LIST',
)

function knownFields(body: Body, known: ReadonlySet<string>): void {
  const unknown = Object.keys(body).find((name) => !known.has(name))
  if (unknown !== undefined) throw new ErpRefusal(`${unknown} alanı tanımlı değil.`)
}

/** A text field: numbers are not taken for texts. */
function text(body: Body, name: string, max: number, isNeeded = false): string {
  const value = body[name] ?? ''
  if (typeof value !== 'string') throw new ErpRefusal(`${name} metin olmalıdır.`)
  if (isNeeded && value === '') throw new ErpRefusal(`${name} alanı boş olamaz.`)
  if (value.length > max) throw new ErpRefusal(`${name} en çok ${max} karakter olabilir.`)
  return value
}

/** A number of JSON: texts are not taken for numbers. */
function figure(body: Body, name: string, otherwise?: number): string {
  const value = body[name] ?? otherwise
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ErpRefusal(`${name} sayı olmalıdır.`)
  return decimal(value).toString()
}

/** ISO, or day and month with dots, which the service takes in the wrong order. */
function day(body: Body): string {
  const value = text(body, 'DATE', 30, true)
  const [, iso] = /^(\d{4}-\d\d-\d\d)(?:T[\d:.]+)?$/.exec(value) ?? []
  const [, first, second, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(value) ?? []
  const read = iso ?? (year === undefined ? null : `${year}-${first}-${second}`)
  if (read === null || Number.isNaN(Date.parse(read))) throw new ErpRefusal(`DATE geçersiz: ${value}`)
  return read
}

function itemsOf(body: Body, name: string): Body[] {
  const list = body[name]
  const items = typeof list === 'object' && list !== null && 'items' in list ? list.items : null
  if (!Array.isArray(items) || items.length === 0) throw new ErpRefusal(`${name} boş olamaz.`)
  return items as Body[]
}

/** Fields that every new document has. */
function head(body: Body, noteCount: number) {
  if (body['INTERNAL_REFERENCE'] !== 0) throw new ErpRefusal('Yeni kayıtta INTERNAL_REFERENCE 0 olmalıdır.')
  const number = text(body, 'NUMBER', 16, true)
  const notes = Array.from({ length: noteCount }, (_, index) => text(body, `NOTES${index + 1}`, 50))
  return {
    dialect: 'logo' as const,
    senderNo: text(body, 'DOC_NUMBER', 32),
    channel: text(body, 'AUXIL_CODE', 10),
    accountCode: text(body, 'ARP_CODE', 17, true),
    date: day(body),
    notes: notes.filter((note) => note !== '').join(' '),
    number: number === '~' ? (sequence: number) => String(sequence).padStart(16, '0') : () => number,
  }
}

export function readOrder(body: Body): NewOrder {
  knownFields(body, orderFields)
  const currencyNo = Number(figure(body, 'CURR_TRANSACTIN', 0))
  const currency = Object.entries(logoCurrencies).find(([, no]) => no === currencyNo)?.[0]
  if (currency === undefined) throw new ErpRefusal(`${currencyNo} numaralı döviz bulunamadı.`)
  if (![1, 2, 4].includes(Number(figure(body, 'ORDER_STATUS', 1)))) throw new ErpRefusal('ORDER_STATUS geçersiz.')
  const warehouse = figure(body, 'SOURCE_WH', 0)
  return {
    ...head(body, 6),
    currency,
    rate: figure(body, 'TC_RATE', 1),
    lines: goodsOf(itemsOf(body, 'TRANSACTIONS')).map(({ line, share }) => {
      knownFields(line, orderLineFields)
      if (figure(line, 'VAT_INCLUDED', 0) !== '0') throw new ErpRefusal('Fiyatlar KDV hariç olmalıdır.')
      return {
        code: text(line, 'MASTER_CODE', 25, true),
        unit: text(line, 'UNIT_CODE', 10, true),
        quantity: figure(line, 'QUANTITY'),
        price: decimal(figure(line, 'PRICE')).times(share).toString(),
        vat: figure(line, 'VAT_RATE'),
        warehouseNo: Number(figure(line, 'SOURCE_WH', Number(warehouse))) + 1,
      }
    }),
  }
}

type Goods = { line: Body; share: ReturnType<typeof decimal> }

/** A line of promotion has no price. */
function isPromotion(line: Body): boolean {
  if (line['TYPE'] !== 1) return false
  if (figure(line, 'PRICE') !== '0') throw new ErpRefusal('Promosyon satırının fiyatı olamaz.')
  return true
}

/** Lines of goods, with what the lines of discount below each of them leave of its price. */
function goodsOf(items: readonly Body[]): Goods[] {
  const goods: Goods[] = []
  for (const line of items) {
    const above = goods.at(-1)
    if (line['TYPE'] === 0 || isPromotion(line)) goods.push({ line, share: decimal(1) })
    else if (line['TYPE'] !== 2 || above === undefined) throw new ErpRefusal('TYPE 0 olmalıdır.')
    else {
      knownFields(line, orderLineFields)
      if (figure(line, 'DETAIL_LEVEL') !== '1' || figure(line, 'CALC_TYPE') !== '0') {
        throw new ErpRefusal('Satır indirimi hatalı.')
      }
      above.share = above.share.times(decimal(100).minus(figure(line, 'DISCOUNT_RATE')).dividedBy(100))
    }
  }
  if (goods.length === 0) throw new ErpRefusal('TYPE 0 olmalıdır.')
  return goods
}

/** 70 is a credit card slip, 71 its refund. */
export function readSlip(body: Body): NewSlip {
  knownFields(body, slipFields)
  const type = figure(body, 'TYPE')
  const [kind, side] = type === '70' ? (['payment', 'CREDIT'] as const) : (['refund', 'DEBIT'] as const)
  if (type !== '70' && type !== '71') throw new ErpRefusal(`TYPE ${type} kredi kartı fişi değildir.`)
  text(body, 'BANKACC_CODE', 17, true)
  const lines = itemsOf(body, 'TRANSACTIONS')
  const total = lines.reduce((sum, line) => {
    knownFields(line, slipLineFields)
    if (line['ARP_CODE'] !== body['ARP_CODE']) throw new ErpRefusal('Satırın cari hesabı fişinkinden farklı.')
    const paid = itemsOf(line, 'PAYMENT_LIST').map((payment) => figure(payment, 'TOTAL'))
    if (!decimal(paid[0] ?? 0).equals(figure(line, side))) throw new ErpRefusal('Ödeme listesi tutarı satırdan farklı.')
    return sum.plus(figure(line, side))
  }, decimal(0))
  if (!total.equals(figure(body, `TOTAL_${side}`))) throw new ErpRefusal(`TOTAL_${side} satırların toplamından farklı.`)
  return { ...head(body, 4), kind, amount: total.toString() }
}
