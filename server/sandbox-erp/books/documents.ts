import { decimal } from '#domain/money/decimal.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { ErpDialect } from '#server/sandbox-erp/faults.ts'

/** What the ERP says when it does not accept a document. */
export class ErpRefusal extends Error {}

type DocumentKind = 'order' | 'payment' | 'refund'

type Head = {
  dialect: ErpDialect
  senderNo: string
  accountCode: string
  /** YYYY-MM-DD */
  date: string
  series?: string
  channel?: string
  notes?: string
  /** Prefix of the document's number; null: the number is the sender's. */
  number: ((sequence: number) => string) | null
}
export type NewOrder = Head & {
  currency: string
  rate: string
  /** Prices of one unit in TRY, before VAT. */
  lines: { code: string; unit: string | number; quantity: string; price: string; vat: string; warehouseNo: number }[]
}
export type NewSlip = Head & { kind: 'payment' | 'refund'; amount: string }

export type Written = { id: number; documentNo: string; sequence: number }

type StoredLine = { itemId: number; unitNo: number; quantity: string; price: string; vat: string; warehouseNo: number }

/** Writes an order as the ERP does: nothing of the stock or the account changes before it is invoiced. */
export function writeOrder(pool: Pool, order: NewOrder): Promise<Written> {
  return transaction(pool, async (db) => {
    const accountId = await accountOf(db, order.accountCode)
    const lines: StoredLine[] = []
    for (const line of order.lines) lines.push(await storedLine(db, line))
    const total = lines.reduce(
      (sum, { quantity, price, vat }) =>
        sum.plus(decimal(quantity).times(price).times(decimal(vat).dividedBy(100).plus(1)).toDecimalPlaces(2)),
      decimal(0),
    )
    return insertDocument(db, order, {
      kind: 'order',
      accountId,
      currency: order.currency,
      rate: order.rate,
      total: total.toString(),
      lines: JSON.stringify(lines),
    })
  })
}

/** Writes the slip of a card payment or a refund, and books it on the account. */
export function writeSlip(pool: Pool, slip: NewSlip): Promise<Written> {
  return transaction(pool, async (db) => {
    const accountId = await accountOf(db, slip.accountCode)
    if (!decimal(slip.amount).greaterThan(0)) throw new ErpRefusal('Tutar sıfırdan büyük olmalıdır.')
    const written = await insertDocument(db, slip, {
      kind: slip.kind,
      accountId,
      currency: 'TRY',
      rate: '1',
      total: slip.amount,
      lines: '[]',
    })
    const isPayment = slip.kind === 'payment'
    await insertRow(db, 'sandbox_erp_ledger', {
      account_id: accountId,
      document_id: written.id,
      posted_on: slip.date,
      due_on: slip.date,
      document_no: written.documentNo,
      kind: isPayment ? 'payment' : 'other',
      description: isPayment ? 'Kredi kartı tahsilatı' : 'Kredi kartı iadesi',
      debit: isPayment ? '0' : slip.amount,
      credit: isPayment ? slip.amount : '0',
    })
    return written
  })
}

async function accountOf(db: Db, code: string): Promise<number> {
  const account = await db.one<{ id: number; is_active: boolean }>(
    'SELECT id, is_active FROM sandbox_erp_accounts WHERE code = $1',
    [code],
  )
  if (account === undefined) throw new ErpRefusal(`${code} kodlu cari hesap bulunamadı.`)
  if (!account.is_active) throw new ErpRefusal(`${code} kodlu cari hesap kullanım dışıdır.`)
  return account.id
}

async function storedLine(db: Db, line: NewOrder['lines'][number]): Promise<StoredLine> {
  const unit = await db.one<{ item_id: number; is_active: boolean; unit_no: number | null }>(
    `SELECT i.id AS item_id, i.is_active, u.unit_no FROM sandbox_erp_items i
       LEFT JOIN sandbox_erp_units u ON u.item_id = i.id AND (u.name = $2 OR u.unit_no::text = $2) WHERE i.code = $1`,
    [line.code, String(line.unit)],
  )
  if (unit === undefined) throw new ErpRefusal(`${line.code} kodlu malzeme bulunamadı.`)
  if (!unit.is_active) throw new ErpRefusal(`${line.code} kodlu malzeme kullanım dışıdır.`)
  if (unit.unit_no === null) throw new ErpRefusal(`${line.code}: ${line.unit} birimi bulunamadı.`)
  if (!decimal(line.quantity).greaterThan(0)) throw new ErpRefusal(`${line.code}: miktar sıfırdan büyük olmalıdır.`)
  const { quantity, price, vat, warehouseNo } = line
  return { itemId: unit.item_id, unitNo: unit.unit_no, quantity, price, vat, warehouseNo }
}

async function insertDocument(
  db: Db,
  head: Head,
  part: { kind: DocumentKind; accountId: number; currency: string; rate: string; total: string; lines: string },
): Promise<Written> {
  const { dialect, senderNo, series = '', channel = '', notes = '' } = head
  // One counter: two documents must not get the same number.
  await db.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`sandbox_erp ${dialect} ${part.kind} ${series}`])
  const next = await db.one<{ sequence: number }>(
    `SELECT coalesce(max(sequence), 0) + 1 AS sequence FROM sandbox_erp_documents
      WHERE dialect = $1 AND kind = $2 AND series = $3`,
    [dialect, part.kind, series],
  )
  const sequence = next?.sequence ?? 1
  const documentNo = head.number === null ? senderNo : head.number(sequence)
  const taken = await db.one(
    'SELECT 1 AS taken FROM sandbox_erp_documents WHERE dialect = $1 AND kind = $2 AND document_no = $3',
    [dialect, part.kind, documentNo],
  )
  if (taken !== undefined) throw new ErpRefusal(`${documentNo} numaralı belge daha önce kaydedilmiş.`)
  const id = await insertRow(db, 'sandbox_erp_documents', {
    kind: part.kind,
    dialect,
    document_no: documentNo,
    series,
    sequence,
    sender_no: senderNo,
    channel,
    account_id: part.accountId,
    document_date: head.date,
    currency: part.currency,
    rate: part.rate,
    total: part.total,
    lines: part.lines,
    notes,
  })
  return { id, documentNo, sequence }
}

/** Deletes an order that was not shipped. False: there is none. */
export function deleteOrder(
  pool: Pool,
  dialect: ErpDialect,
  where: { id?: number; documentNo?: string },
): Promise<boolean> {
  return transaction(pool, async (db) => {
    const order = await db.one<{ id: number; state: string; document_no: string }>(
      `SELECT id, state, document_no FROM sandbox_erp_documents
        WHERE dialect = $1 AND kind = 'order' AND (id = $2 OR document_no = $3) FOR UPDATE`,
      [dialect, where.id ?? null, where.documentNo ?? null],
    )
    if (order === undefined) return false
    if (order.state !== 'open')
      throw new ErpRefusal(`${order.document_no} numaralı sipariş sevk edilmiştir, silinemez.`)
    await db.execute('DELETE FROM sandbox_erp_documents WHERE id = $1', [order.id])
    return true
  })
}

/**
 * Ships and invoices an order of the shop: its stock goes, and the account is charged. Null: there is no open order with
 * this number, of the ERP or of the shop.
 */
export function invoiceOrder(pool: Pool, number: string, today: string): Promise<{ documentNo: string } | null> {
  return transaction(pool, async (db) => {
    const order = await db.one<{
      id: number
      account_id: number
      document_no: string
      total: string
      lines: StoredLine[]
    }>(
      `SELECT id, account_id, document_no, total::text AS total, lines FROM sandbox_erp_documents
        WHERE kind = 'order' AND state = 'open' AND (document_no = $1 OR sender_no = $1) ORDER BY id LIMIT 1 FOR UPDATE`,
      [number],
    )
    if (order === undefined) return null
    await db.execute(
      `INSERT INTO sandbox_erp_stock (item_id, warehouse_no, quantity)
       SELECT u.item_id, line."warehouseNo", -sum(line.quantity * u.multiplier)
         FROM jsonb_to_recordset($1) AS line ("itemId" integer, "unitNo" integer, quantity numeric, "warehouseNo" integer)
         JOIN sandbox_erp_units u ON u.item_id = line."itemId" AND u.unit_no = line."unitNo"
        GROUP BY u.item_id, line."warehouseNo" ORDER BY u.item_id, line."warehouseNo"
       ON CONFLICT (item_id, warehouse_no) DO UPDATE SET quantity = sandbox_erp_stock.quantity + excluded.quantity`,
      [JSON.stringify(order.lines)],
    )
    await db.execute(
      `INSERT INTO sandbox_erp_ledger (account_id, document_id, posted_on, due_on, document_no, kind, description, debit)
       SELECT $1, $2, $3::date, $3::date + 30, 'FTR' || $4, 'invoice', 'Satış faturası', $5 WHERE $5::numeric > 0`,
      [order.account_id, order.id, today, order.document_no, order.total],
    )
    await db.execute("UPDATE sandbox_erp_documents SET state = 'invoiced' WHERE id = $1", [order.id])
    return { documentNo: order.document_no }
  })
}
