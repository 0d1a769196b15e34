import { type StatementField, statementFields } from '#contract/admin/bank-statements.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { compactIban, findIbans, isIban } from '#domain/money/iban.ts'
import { decimal, lira } from '#domain/money/money.ts'
import { type DecimalSign, readCurrency } from '#domain/money/number-text.ts'
import { type Day, parseDay } from '#domain/text/calendar-day.ts'
import { squeezeCode } from '#domain/text/text.ts'
import type { BankLine } from '#domain/transfers/bank-line.ts'
import { accountIssueText, openRecords, type RecordReader, RowSkipped } from '#server/statement/statement.ts'
import { amountFields, statementColumns } from './statement-columns.ts'

export type ReadLines = { kind: 'lines'; lines: BankLine[]; problems: { line: number; text: string }[] }
type Column = { name: string; field: StatementField | null; samples: string[] }
export type ReadTable = ReadLines | { kind: 'columns'; columns: Column[] } | { kind: 'too_long' }

type Options = {
  locale: Locale
  /** The store's account: its IBAN in a text is not the sender's. */
  iban: string
  /** Column → its field, or an empty text. */
  mapping: ReadonlyMap<string, string>
  decimal: DecimalSign | undefined
  linesMax: number
}

type Reader = RecordReader<StatementField>

/**
 * Reads a statement from CSV or Excel. A row without a day is a total or a note and is left out, unless it has an amount: then it is
 * a problem. Throws TableError for a file that is no table.
 */
export async function readTable(file: { path: string; name: string }, options: Options): Promise<ReadTable> {
  const { mapping, decimal: sign, linesMax } = options
  const records = await openRecords(file, { words: statementColumns, numbers: amountFields, decimal: sign, mapping })
  const hasAmount = (['amount', 'incoming', 'outgoing'] as const).some(records.has)
  if (!records.has('date') || !hasAmount) {
    return { kind: 'columns', columns: records.inspection.columns.filter(({ name }) => name !== '').map(presentColumn) }
  }
  if (records.total > linesMax) return { kind: 'too_long' }
  const lines: BankLine[] = []
  const problems: ReadLines['problems'] = []
  for await (const { line, record } of records.rows()) {
    try {
      const read = readRow(record, options.iban)
      if (read !== null) lines.push(read)
    } catch (error) {
      if (!(error instanceof RowSkipped)) throw error
      problems.push({ line, text: accountIssueText(options.locale, error) })
    }
  }
  return { kind: 'lines', lines, problems }
}

function presentColumn({
  name,
  use,
  samples,
}: {
  name: string
  use: string | null
  samples?: string[] | undefined
}): Column {
  return { name, field: statementFields.find((field) => field === use) ?? null, samples: (samples ?? []).slice(0, 3) }
}

/** Null for a row that is no movement. */
function readRow(record: Reader, ownIban: string): BankLine | null {
  record.check()
  const hasAmount = amountFields.some((field) => field !== 'balance' && record.text(field) !== '')
  const day = readDay(record)
  if (day === null) {
    if (!hasAmount || record.text('date') === '') return null
    throw new RowSkipped('date_invalid', { column: record.title('date'), value: record.text('date').slice(0, 60) })
  }
  const currency = record.text('currency')
  if (currency !== '' && readCurrency(currency) !== lira)
    throw new RowSkipped('currency_unknown', { value: currency.slice(0, 60) })
  const amount = readAmount(record)
  if (amount === null) throw new RowSkipped('amount_missing')
  const [description, taxNumber] = [record.text('description', 2000), record.text('taxNumber')]
  const account = compactIban(record.text('senderIban'))
  return {
    day,
    amount,
    balance: record.amount('balance', lira),
    reference: record.text('reference').slice(0, 100),
    description: [description, taxNumber].filter((text) => text !== '').join(' · '),
    sender: record.text('sender').slice(0, 200),
    senderIban: isIban(account) ? account : (findIbans(description).find((iban) => iban !== ownIban) ?? ''),
  }
}

/** A day with or without a time, in the forms that banks write: 28.11.2026 14:05:33, 28/11/2026-14:05:33. */
const readDay = (record: Reader): Day | null => parseDay(record.text('date').replace(/(?<=\d{4})[-T ]+\d{1,2}:.*$/, ''))

/** Signed, with two decimals; null without one, or for 0. */
function readAmount(record: Reader): string | null {
  const [incoming, outgoing] = [record.amount('incoming', lira), record.amount('outgoing', lira)]
  const both = decimal(incoming ?? 0).minus(decimal(outgoing ?? 0).abs())
  if (incoming !== null && outgoing !== null && !decimal(incoming).isZero() && !decimal(outgoing).isZero()) {
    throw new RowSkipped('amount_on_both_sides')
  }
  if (!both.isZero()) return exact(both.toFixed())
  const amount = record.amount('amount', lira)
  if (amount === null || decimal(amount).isZero()) return null
  return exact(isOutgoing(record.text('side')) ? decimal(amount).abs().negated().toFixed() : amount)
}

/** Kuruş are the smallest part; a third decimal means that the column is something else. */
function exact(amount: string): string {
  if (decimal(amount).decimalPlaces() > 2) throw new RowSkipped('number_invalid', { column: 'Tutar', value: amount })
  return decimal(amount).toFixed(2)
}

/** In a statement of the bank, money that leaves the account is its debit. */
const isOutgoing = (side: string): boolean =>
  side.trim() === '-' || ['b', 'borc', 'd', 'dr', 'debit', 'cikis', 'cikan', 'giden'].includes(squeezeCode(side))
