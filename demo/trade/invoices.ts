import { createHash } from 'node:crypto'
import { decimal, lira } from '#domain/money/money.ts'
import { addDays, type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import { storeFile, invoicesFolder } from '#server/invoices/files.ts'
import { type ParsedInvoice, parseInvoice } from '#server/invoices/ubl/parse-invoice.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { recalculateBalances } from '#server/statement/statement.ts'
import { insertRows } from '#demo/catalog/bulk.ts'
import { createRandom, type Random } from '#demo/random.ts'
import { demoRates } from '#demo/rates.ts'
import { demoSettings } from '#demo/settings.ts'
import type { OrderedProduct } from './order-lines.ts'
import { payableOf, type UblInvoice, type UblLine, ublInvoice, type UblParty } from './ubl-invoice.ts'

type Plan = { seed: number; today: Date; files: FileStore | undefined; products: readonly OrderedProduct[] }

const paymentTermDays = 30
/** Younger orders would change what is open of the accounts. */
const invoicedAfterDays = 100

/** Inserts the invoices of the dealers' movements, and of past orders, with their UBL-TR documents. */
export async function insertInvoices(db: Db, plan: Plan): Promise<void> {
  const random = createRandom(plan.seed + 31)
  const today = dayInTurkey(plan.today)
  const orders = await loadOrders(db, addDays(today, -invoicedAfterDays))
  await postOrders(db, orders, today)
  const invoices: Invoice[] = orders.map(({ ubl, orderId }) => ({ ubl, orderId }))
  const ofOrders = new Set(orders.map(({ ubl }) => ubl.number))
  for (const movement of await loadMovements(db)) {
    if (!ofOrders.has(movement.document_no))
      invoices.push({ ubl: invoiceOf(movement, plan.products, random), orderId: null })
  }
  await insertDocuments(db, invoices, plan.files)
}

type Invoice = { ubl: UblInvoice; orderId: number | null }

const store: UblParty = {
  taxNumber: demoSettings.storeTaxNumber,
  name: demoSettings.storeTitle,
  taxOffice: demoSettings.storeTaxOffice,
  city: 'İstanbul',
}

type DealerColumns = {
  code: string
  name: string
  tax_number: string
  tax_office: string
  city: string
  address: string
}

const partyOf = ({ code, name, tax_number, tax_office, city, address }: DealerColumns): UblParty => ({
  ...{ taxNumber: tax_number, name, taxOffice: tax_office, city, street: address, customerNo: code },
})

/** The same number gives the same ETTN. */
function ettnOf(number: string): string {
  const hex = createHash('sha256').update(number).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

type OrderRow = DealerColumns & {
  id: number
  dealer_id: number
  order_no: string
  day: Day
  lines: { code: string; name: string; unit: string; quantity: number; taxRate: string; amount: string }[]
}
type OrderInvoice = { orderId: number; dealerId: number; ubl: UblInvoice }

const dealerColumns = `d.code, d.name, coalesce(d.tax_number, '') AS tax_number, coalesce(d.tax_office, '') AS tax_office,
  coalesce(d.city, '') AS city, coalesce(d.address, '') AS address`

async function loadOrders(db: Db, until: Day): Promise<OrderInvoice[]> {
  const rows = await db.query<OrderRow>(
    `SELECT o.id, o.dealer_id, o.order_no, (o.created_at AT TIME ZONE 'Europe/Istanbul')::date AS day, ${dealerColumns},
            coalesce((SELECT jsonb_agg(jsonb_build_object('code', l.code, 'name', l.name, 'unit', l.unit, 'quantity', l.quantity,
                      'taxRate', l.tax_rate::text, 'amount', l.amount::text) ORDER BY l.line_no)
               FROM order_lines l WHERE l.order_id = o.id), '[]') AS lines
       FROM orders o JOIN dealers d ON d.id = o.dealer_id
      WHERE NOT o.is_cancel AND o.currency = 'TRY' AND o.sent_to_erp_at IS NOT NULL AND o.created_at < $1::date
      ORDER BY o.id`,
    [until],
  )
  return rows.map((row) => {
    const day = addDays(row.day, 1)
    const number = `FTS${day.slice(0, 4)}${String(row.id).padStart(9, '0')}`
    const lines = row.lines.map(({ code, name, unit, quantity, taxRate, amount }): UblLine => {
      const price = decimal(amount).dividedBy(quantity).toDecimalPlaces(8).toFixed()
      return {
        code,
        name,
        unit: unitCodes[unit] ?? 'C62',
        quantity: String(quantity),
        price,
        taxRate: trimmed(taxRate),
      }
    })
    const ubl: UblInvoice = {
      ...{
        number,
        ettn: ettnOf(number),
        day,
        dueDay: addDays(day, paymentTermDays),
        seller: store,
        buyer: partyOf(row),
      },
      ...{ orderNo: row.order_no, lines, despatches: [`IRS${number.slice(3)}`] },
    }
    return { orderId: row.id, dealerId: row.dealer_id, ubl }
  })
}

const unitCodes: Readonly<Record<string, string>> = { ADET: 'C62', KOLİ: 'CT', KUTU: 'BX', PAKET: 'PA', METRE: 'MTR' }
const trimmed = (number: string): string => decimal(number).toFixed().replace(/\.0+$/, '')

/** Posts the invoices of orders, which have been paid since then: balances stay as they are. */
async function postOrders(db: Db, orders: readonly OrderInvoice[], today: Day): Promise<void> {
  const rows = orders.flatMap(({ dealerId, ubl }) => {
    const amount = payableOf(ubl)
    const base = { dealer_id: dealerId, currency: lira }
    const paidOn = addDays(ubl.day, 21)
    return [
      {
        ...base,
        ...{
          posted_on: ubl.day,
          due_on: ubl.dueDay,
          document_no: ubl.number,
          kind: 'invoice',
          debit: amount,
          credit: '0',
        },
        ...{ description: `Sipariş ${ubl.orderNo}`, reference: `DEMO-${ubl.number}` },
      },
      {
        ...base,
        ...{
          posted_on: paidOn,
          due_on: null,
          document_no: `THS${ubl.number.slice(3)}`,
          kind: 'payment',
          debit: '0',
          credit: amount,
        },
        ...{ description: 'Gelen havale', reference: `DEMO-THS-${ubl.number}` },
      },
    ]
  })
  await insertRows(db, 'account_movements', movementColumns, rows)
  await recalculateBalances(db, [...new Set(orders.map(({ dealerId }) => dealerId))], today)
}

const movementColumns = {
  dealer_id: 'integer',
  posted_on: 'date',
  due_on: 'date',
  document_no: 'text',
  kind: 'text',
  description: 'text',
  debit: 'numeric',
  credit: 'numeric',
  currency: 'text',
  reference: 'text',
}

type MovementRow = DealerColumns & {
  document_no: string
  kind: 'invoice' | 'return'
  posted_on: Day
  due_on: Day | null
  amount: string
  currency: string
}

function loadMovements(db: Db): Promise<MovementRow[]> {
  return db.query<MovementRow>(
    `SELECT m.document_no, m.kind, m.posted_on, m.due_on, m.debit + m.credit AS amount, m.currency, ${dealerColumns}
       FROM account_movements m JOIN dealers d ON d.id = m.dealer_id
      WHERE m.kind IN ('invoice', 'return') ORDER BY m.id`,
  )
}

/** An invoice of up to four goods with this amount. A dealer issues the one of returned goods. */
function invoiceOf(movement: MovementRow, products: readonly OrderedProduct[], random: Random): UblInvoice {
  const { document_no: number, kind, posted_on: day, due_on: dueDay, amount, currency } = movement
  const dealer = partyOf(movement)
  const isReturn = kind === 'return'
  const net = decimal(amount).dividedBy('1.2').toDecimalPlaces(2)
  const lines = linesOf(net.toFixed(2), products, isReturn ? 1 : random.whole(1, 4), random)
  const ubl: UblInvoice = {
    ...{ number, ettn: ettnOf(number), day, lines, currency },
    ...{ seller: isReturn ? dealer : store, buyer: isReturn ? store : dealer, type: isReturn ? 'IADE' : 'SATIS' },
    ...(dueDay !== null && { dueDay }),
    ...(currency !== lira && { rate: new Map<string, string>(Object.entries(demoRates)).get(currency) ?? '1' }),
    ...(!isReturn && { despatches: [`IRS${number.slice(3)}`] }),
  }
  const rounding = decimal(amount).minus(payableOf(ubl))
  return rounding.isZero() ? ubl : { ...ubl, rounding: rounding.toFixed(2) }
}

function linesOf(net: string, products: readonly OrderedProduct[], count: number, random: Random): UblLine[] {
  let rest = decimal(net)
  return Array.from({ length: count }, (_, at): UblLine => {
    const product = random.pick(products)
    const part = at === count - 1 ? rest : rest.times(random.whole(20, 60)).dividedBy(100).toDecimalPlaces(2)
    rest = rest.minus(part)
    const quantity = random.whole(1, 12)
    const price = part.dividedBy(quantity).toDecimalPlaces(8).toFixed()
    return { code: product.code, name: product.name, quantity: String(quantity), price, taxRate: '20' }
  })
}

async function insertDocuments(db: Db, invoices: readonly Invoice[], store: FileStore | undefined): Promise<void> {
  const rows: object[] = []
  const files: object[] = []
  for (const { ubl, orderId } of invoices) {
    const content = Buffer.from(ublInvoice(ubl))
    const parsed = parseInvoice(content)
    if (!parsed.ok) throw new Error(`The demo has an invalid invoice: ${JSON.stringify(parsed)}`)
    rows.push(rowOf(parsed, orderId))
    if (store === undefined) continue
    files.push({ ettn: parsed.ettn, ...(await storeFile(invoicesFolder(store), content)) })
  }
  await db.execute(
    `INSERT INTO invoices (dealer_id, invoice_no, ettn, side, type_code, issued_on, due_on, currency, net, tax, total,
                           document, differences, order_ref, order_id, created_at)
     SELECT d.id, g.invoice_no, g.ettn, g.side, g.type_code, g.issued_on, g.due_on, g.currency, g.net, g.tax, g.total,
            g.document, g.differences, g.order_ref, g.order_id, g.issued_on + time '18:00'
       FROM json_to_recordset($1) AS g (tax_number text, invoice_no text, ettn uuid, side text, type_code text,
            issued_on date, due_on date, currency text, net numeric, tax numeric, total numeric, document jsonb,
            differences jsonb, order_ref text, order_id bigint)
       JOIN dealers d ON d.tax_number = g.tax_number ORDER BY g.issued_on`,
    [JSON.stringify(rows)],
  )
  await db.execute(
    `INSERT INTO invoice_files (invoice_id, kind, hash, bytes)
     SELECT i.id, 'xml', g.hash, g.bytes FROM json_to_recordset($1) AS g (ettn uuid, hash text, bytes integer)
       JOIN invoices i ON i.ettn = g.ettn`,
    [JSON.stringify(files)],
  )
}

function rowOf(parsed: ParsedInvoice, orderId: number | null): object {
  const isOwn = parsed.sellerIds.includes(store.taxNumber)
  return {
    tax_number: (isOwn ? parsed.buyerIds : parsed.sellerIds)[0],
    ...{
      invoice_no: parsed.invoiceNo,
      ettn: parsed.ettn,
      side: isOwn ? 'debit' : 'credit',
      type_code: parsed.typeCode,
    },
    ...{ issued_on: parsed.issuedOn, due_on: parsed.dueOn, currency: parsed.currency },
    ...{ net: parsed.net, tax: parsed.tax, total: parsed.total, document: parsed.document },
    ...{ differences: parsed.differences, order_ref: parsed.orderRef, order_id: orderId },
  }
}
