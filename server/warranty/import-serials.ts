import { neededFields, type serialFields } from '#contract/admin/imports/file-import-options.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { serialKey } from '#domain/after-sales/serial-number.ts'
import { warrantyEnd, warrantyStatus } from '#domain/after-sales/warranty.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import {
  type AccountImport,
  type AccountResult,
  type ImportKind,
  type ExistingData,
  type Merged,
  movementColumns,
  openRecords,
  readDealer,
  type RecordReader,
  type RemovedRow,
  RowSkipped,
  runAccountImport,
} from '#server/statement/statement.ts'

/** Column names by field, as they are compared: folded, letters and digits only. */
const serialColumns = {
  serial_no: 'serino serinumarasi seri sn imei imeino serilotno serial serialno serialnumber',
  product_code:
    'stokkodu stokkod stokod urunkodu urunkod malzemekodu malzemekod itemcode kod productcode stockcode sku code',
  product_name: 'stokadi urunadi malzemeadi urun productname product name',
  dealer: `${movementColumns.dealer.replace(/ kod code$/, '')} customercode`,
  moved_on:
    'tarih evraktarihi fistarihi islemtarihi belgetarihi satistarihi faturatarihi harekettarihi date saledate movedon',
  status: 'durum islem hareket tur tip islemturu hareketturu fisturu evraktipi belgeturu status type kind',
  document_no: movementColumns.document_no,
  warranty_months: 'garantiay garantisuresi garantisuresiay garanti warrantymonths warranty months',
  warranty_until: 'garantibitis garantibitistarihi garantisonu garantitarihi warrantyuntil warrantyend',
  reference: movementColumns.reference,
} as const satisfies Record<(typeof serialFields)[number], string>
type Field = keyof typeof serialColumns

type SerialItem = {
  serial_no: string
  serial_key: string
  product_code: string
  product_name: string
  dealer_id: number | null
  moved_on: Day
  status: string
  document_no: string
  warranty_until: Day | null
  reference: string
}

/** Months; fifty years. */
const maxWarrantyMonths = 600
const longestStatus = 60

export const serials: ImportKind<Field, SerialItem> = {
  name: 'serials',
  open: ({ file, ...options }) => openRecords(file, { ...options, words: serialColumns, numbers: ['warranty_months'] }),
  needs: neededFields.serials,
  read: readSerial,
  keyOf: ({ reference }) => reference,
  repeated: 'serial_repeated',
  staging: `serial_no text, serial_key text, product_code text, product_name text, dealer_id integer, moved_on date,
            status text, document_no text, warranty_until date, reference text`,
  remove: removeSerials,
  merge,
}

/**
 * Imports the movements of serial numbers from a file of the ERP. A movement is identified by its reference, otherwise
 * by serial number, day, status and document: importing a file again adds nothing.
 */
export function importSerials(pool: Pool, options: AccountImport): Promise<AccountResult> {
  return runAccountImport(pool, serials, options)
}

function readSerial(record: RecordReader<Field>, existing: ExistingData): SerialItem {
  const serial_no = record.text('serial_no')
  const serial_key = serialKey(serial_no)
  if (serial_key === null) throw new RowSkipped('serial_unreadable', { value: serial_no.slice(0, 60) })
  const moved_on = record.day('moved_on')
  if (moved_on === null) throw new RowSkipped('date_invalid', { column: record.title('moved_on'), value: '' })
  const status = readStatus(record)
  const document_no = record.text('document_no')
  return {
    serial_no,
    serial_key,
    moved_on,
    status,
    document_no,
    product_code: record.text('product_code'),
    product_name: record.text('product_name'),
    dealer_id: record.text('dealer') === '' ? null : readDealer(record, existing),
    warranty_until: record.day('warranty_until') ?? endOf(moved_on, readMonths(record)),
    reference: record.text('reference') || [serial_key, moved_on, status, document_no].join('|'),
  }
}

function readStatus(record: RecordReader<Field>): string {
  const status = warrantyStatus(record.text('status'))
  if (status === '') throw new RowSkipped('status_missing')
  if (status.length <= longestStatus) return status
  throw new RowSkipped('text_too_long', { column: record.title('status'), length: status.length, limit: longestStatus })
}

/** Null without a value; 0 months mean no warranty. */
function readMonths(record: RecordReader<Field>): number | null {
  const text = record.amount('warranty_months')
  const months = Number(text ?? 0)
  if (Number.isInteger(months) && months >= 0 && months <= maxWarrantyMonths) return months === 0 ? null : months
  throw new RowSkipped('months_invalid', { value: text ?? '' })
}

function endOf(from: Day, months: number | null): Day | null {
  return months === null ? null : warrantyEnd(from, months)
}

/** Deletes movements of serial numbers by their references. */
async function removeSerials(
  db: Db,
  removed: readonly RemovedRow[],
): Promise<{ lines: number[]; dealerIds: number[] }> {
  const gone = await db.query<{ line: number }>(
    `DELETE FROM serial_movements m USING json_to_recordset($1) AS g (line integer, reference text)
      WHERE m.reference = g.reference RETURNING coalesce(g.line, 0) AS line`,
    [JSON.stringify(removed)],
  )
  return { lines: gone.map(({ line }) => line), dealerIds: [] }
}

async function merge(db: Db): Promise<Merged> {
  const row = await db.one<{ added: number; changed: number }>(
    `WITH saved AS (
       INSERT INTO serial_movements AS m (serial_no, serial_key, product_id, product_code, product_name, dealer_id, moved_on,
                                          status, document_no, warranty_until, reference)
       SELECT serial_no, serial_key, (SELECT min(p.id) FROM products p WHERE p.code = r.product_code),
              product_code, product_name, dealer_id, moved_on, status, document_no, warranty_until, reference
         FROM account_rows r ORDER BY moved_on
       ON CONFLICT (reference) DO UPDATE
         SET serial_no = excluded.serial_no, serial_key = excluded.serial_key, product_id = excluded.product_id,
             product_code = excluded.product_code, product_name = excluded.product_name,
             dealer_id = excluded.dealer_id, moved_on = excluded.moved_on, status = excluded.status,
             document_no = excluded.document_no, warranty_until = excluded.warranty_until
       WHERE (m.serial_no, m.serial_key, m.product_id, m.product_code, m.product_name, m.dealer_id, m.moved_on, m.status,
              m.document_no, m.warranty_until)
             IS DISTINCT FROM
             (excluded.serial_no, excluded.serial_key, excluded.product_id, excluded.product_code,
              excluded.product_name, excluded.dealer_id, excluded.moved_on, excluded.status, excluded.document_no,
              excluded.warranty_until)
       RETURNING m.reference, m.xmax = 0 AS is_new
     ), outcomes AS (
       INSERT INTO account_outcomes
       SELECT r.line, s.is_new FROM saved s JOIN account_rows r ON r.reference = s.reference
     )
     SELECT count(*) FILTER (WHERE is_new)::int AS added, count(*) FILTER (WHERE NOT is_new)::int AS changed FROM saved`,
  )
  // Movements of serial numbers change no account.
  return { added: row?.added ?? 0, changed: row?.changed ?? 0, dealerIds: [], warnings: await unknownProducts(db) }
}

/** Rows whose product is not in the catalog: they keep the code and name of the file. */
async function unknownProducts(db: Db): Promise<NonNullable<Merged['warnings']>> {
  const rows = await db.query<{ line: number; product_code: string }>(
    `SELECT coalesce(line, 0) AS line, coalesce(product_code, '') AS product_code FROM account_rows r
      WHERE product_code <> '' AND NOT EXISTS (SELECT FROM products p WHERE p.code = r.product_code) ORDER BY line`,
  )
  return rows.map(({ line, product_code: value }) => ({ line, code: 'product_unknown', facts: { value } }))
}
