import { removeMovements } from './remove-movements.ts'
import type { MovementKind } from '#contract/shop/statement.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { decimal } from '#domain/money/money.ts'
import { readCurrency } from '#domain/money/number-text.ts'
import { squeezeCode } from '#domain/text/text.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { kindByWord, movementColumns, readSide } from './import-fields.ts'
import { neededFields } from '#contract/admin/imports/file-import-options.ts'
import { identifyByDocument } from './identify-by-document.ts'
import { skipCardMovements } from './skip-card-movements.ts'
import { skipTransferMovements } from './skip-transfer-movements.ts'
import { openRecords } from './import-file.ts'
import { type RecordReader, RowSkipped } from './record-reader.ts'
import {
  type AccountImport,
  type AccountResult,
  type ImportKind,
  type ExistingData,
  type Merged,
  runAccountImport,
} from './run-import.ts'

type Field = keyof typeof movementColumns

type MovementItem = {
  dealer_id: number
  posted_on: Day
  due_on: Day | null
  document_no: string
  kind: MovementKind
  description: string
  debit: string
  credit: string
  currency: string
  /** Empty: the row is identified by its document. */
  reference: string
  unnamed: readonly string[]
}

export const movements: ImportKind<Field, MovementItem> = {
  name: 'movements',
  open: ({ file, ...options }) =>
    openRecords(file, { ...options, words: movementColumns, numbers: ['debit', 'credit', 'amount'] }),
  needs: neededFields.movements,
  read: readMovement,
  // Without references only rows that agree in everything are the same: a document may have several lines.
  keyOf: (item) => (item.reference === '' ? JSON.stringify(item) : `${item.dealer_id} ${item.reference}`),
  repeated: 'movement_repeated',
  staging: `dealer_id integer, posted_on date, due_on date, document_no text, kind text, description text,
            debit numeric(18, 2), credit numeric(18, 2), currency text, reference text, unnamed text[]`,
  remove: removeMovements,
  merge,
}

/**
 * Imports account movements from a file of the ERP. A movement is identified by its dealer and reference, without one by
 * its document: importing a file again adds nothing, and a different row changes its movement. Card payments are
 * recognized and left unchanged.
 */
export function importMovements(pool: Pool, options: AccountImport): Promise<AccountResult> {
  return runAccountImport(pool, movements, options)
}

/** Fields that a row need not name: those of a known movement stay as they are. */
const keptFields = ['due_on', 'document_no', 'kind', 'description'] as const

function readMovement(record: RecordReader<Field>, existing: ExistingData): MovementItem {
  const dealer_id = readDealer(record, existing)
  const reference = record.text('reference')
  const document_no = record.text('document_no')
  if (reference === '' && document_no === '') throw new RowSkipped('reference_missing')
  const currency = readCode(record, existing)
  const { debit, credit } = readAmounts(record, currency)
  if (debit !== '0' && credit !== '0') throw new RowSkipped('amount_on_both_sides')
  if (debit === '0' && credit === '0') throw new RowSkipped('amount_missing')
  const written = record.text('kind')
  const kind = kindByWord.get(squeezeCode(written))
  const posted_on = record.day('posted_on')
  if (posted_on === null) throw new RowSkipped('date_invalid', { column: record.title('posted_on'), value: '' })
  return {
    dealer_id,
    posted_on,
    due_on: record.day('due_on'),
    document_no,
    kind: kind ?? (debit === '0' ? 'credit' : 'debit'),
    // An unlisted kind of the ERP remains visible in the description.
    description: record.text('description') || (kind === undefined ? written : ''),
    debit,
    credit,
    currency,
    reference,
    unnamed: keptFields.filter((field) => !record.has(field)),
  }
}

/** Amounts in a column for each side, or in one beside a column with the side. */
function readAmounts(record: RecordReader<Field>, currency: string): { debit: string; credit: string } {
  const debit = readAmountOf(record, 'debit', currency)
  const credit = readAmountOf(record, 'credit', currency)
  if (debit !== '0' || credit !== '0') return { debit, credit }
  const amount = readAmountOf(record, 'amount', currency)
  if (amount === '0') return { debit, credit }
  const text = record.text('side')
  const side = readSide(squeezeCode(text))
  if (side === null) throw new RowSkipped('side_invalid', { column: record.title('side'), value: text.slice(0, 60) })
  return side === 'debit' ? { debit: amount, credit } : { debit, credit: amount }
}

/** An amount of at least one kuruş, or '0'. */
function readAmountOf(record: RecordReader<Field>, field: 'debit' | 'credit' | 'amount', currency: string): string {
  const amount = decimal(record.amount(field, currency) ?? '0').toDecimalPlaces(2)
  if (amount.isNegative() && !amount.isZero()) {
    throw new RowSkipped('number_negative', { column: record.title(field), value: amount.toFixed() })
  }
  return amount.abs().toFixed()
}

export function readDealer(record: { text(field: 'dealer'): string }, { dealers }: ExistingData): number {
  const code = record.text('dealer')
  if (code === '') throw new RowSkipped('dealer_missing')
  const id = dealers.get(code)
  if (id === undefined) throw new RowSkipped('dealer_unknown', { value: code.slice(0, 60) })
  return id
}

/** The currency of a row; an empty cell means lira. */
export function readCode(record: { text(field: 'currency'): string }, { currencies }: ExistingData): string {
  const text = record.text('currency')
  const code = text === '' ? 'TRY' : readCurrency(text)
  if (currencies.has(code)) return code
  throw new RowSkipped('currency_unknown', { value: text.slice(0, 60) })
}

async function keepUnnamed(db: Db): Promise<void> {
  await db.execute(
    `UPDATE account_rows r
        SET due_on = CASE WHEN 'due_on' = ANY (r.unnamed) THEN m.due_on ELSE r.due_on END,
            document_no = CASE WHEN 'document_no' = ANY (r.unnamed) THEN m.document_no ELSE r.document_no END,
            description = CASE WHEN 'description' = ANY (r.unnamed) THEN m.description ELSE r.description END,
            kind = CASE WHEN 'kind' = ANY (r.unnamed) AND (m.debit > 0) = (r.debit > 0) THEN m.kind ELSE r.kind END
       FROM account_movements m
      WHERE (m.dealer_id, m.reference) = (r.dealer_id, r.reference) AND r.unnamed <> '{}'`,
  )
}

async function merge(db: Db): Promise<Merged> {
  await skipCardMovements(db)
  await skipTransferMovements(db)
  const warnings = await identifyByDocument(db)
  await keepUnnamed(db)
  const row = await db.one<{ added: number; changed: number; dealer_ids: number[] }>(
    `WITH saved AS (
       INSERT INTO account_movements AS m (dealer_id, posted_on, due_on, document_no, kind, description, debit, credit,
                                           currency, reference)
       SELECT dealer_id, posted_on, due_on, document_no, kind, description, debit, credit, currency, reference
         FROM account_rows ORDER BY posted_on
       ON CONFLICT (dealer_id, reference) DO UPDATE
         SET posted_on = excluded.posted_on, due_on = excluded.due_on, document_no = excluded.document_no,
             kind = excluded.kind, description = excluded.description, debit = excluded.debit,
             credit = excluded.credit, currency = excluded.currency, unpaid = 0
       WHERE (m.posted_on, m.due_on, m.document_no, m.kind, m.description, m.debit, m.credit, m.currency)
             IS DISTINCT FROM (excluded.posted_on, excluded.due_on, excluded.document_no, excluded.kind,
                               excluded.description, excluded.debit, excluded.credit, excluded.currency)
       RETURNING m.dealer_id, m.reference, m.xmax = 0 AS is_new
     ), outcomes AS (
       INSERT INTO account_outcomes
       SELECT r.line, s.is_new FROM saved s JOIN account_rows r ON (r.dealer_id, r.reference) = (s.dealer_id, s.reference)
     )
     SELECT count(*) FILTER (WHERE is_new)::int AS added, count(*) FILTER (WHERE NOT is_new)::int AS changed,
            coalesce(array_agg(DISTINCT dealer_id), '{}') AS dealer_ids
       FROM saved`,
  )
  return { added: row?.added ?? 0, changed: row?.changed ?? 0, dealerIds: row?.dealer_ids ?? [], warnings }
}
