import { type Day, momentInTurkey, parseDay } from '#domain/text/calendar-day.ts'
import type { BankTransaction, TransactionList } from './gateway.ts'

/** More pages than a day can have; a list that goes on is not read in part. */
const maxPages = 100

export type TransactionPage<Row> = { ok: true; rows: readonly Row[]; pages: number } | { ok: false; text: string }

/** Reads all pages of a list, one after the other. */
export async function readPages<Row>(
  readPage: (page: number) => Promise<TransactionPage<Row>>,
): Promise<{ ok: true; rows: Row[] } | { ok: false; text: string }> {
  const rows: Row[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const read = await readPage(page)
    if (!read.ok) return read
    rows.push(...read.rows)
    if (page >= read.pages) return { ok: true, rows }
  }
  return { ok: false, text: 'too many pages' }
}

/** A list of rows of which null ones are unreadable: then the whole list is. */
export function transactionList(rows: readonly (BankTransaction | null)[]): TransactionList {
  const transactions = rows.filter((row) => row !== null)
  return transactions.length === rows.length ? { ok: true, transactions } : { ok: false, text: 'unreadable' }
}

/** A bank's time as `YYYY-MM-DD HH:MM:SS`, in Turkey; null for anything else, such as a day without a time. */
export function bankMoment(text: string): Date | null {
  const [day, time] = [parseDay(text), /[ T](\d{2}:\d{2})/.exec(text)?.[1]]
  return day === null || time === undefined ? null : momentInTurkey(day, time)
}

/** The first and the last second of a day, as PayTR writes them. */
export function secondsOf(day: Day): { first: string; last: string } {
  return { first: `${day} 00:00:00`, last: `${day} 23:59:59` }
}
