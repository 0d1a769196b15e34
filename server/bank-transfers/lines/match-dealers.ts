import { type Day } from '#domain/text/calendar-day.ts'
import { lira } from '#domain/money/money.ts'
import { fold } from '#domain/text/text.ts'
import type { BankLine } from '#domain/transfers/bank-line.ts'
import { nameShare, nameWords } from '#domain/transfers/company-name.ts'
import { codesIn, type MatchDealer, type Suggestion, suggestDealers } from '#domain/transfers/match-transfer.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { LineRow } from './line-rows.ts'

type NamedDealer = { id: number; code: string; name: string; tax_number: string }
export type MatchedDealer = MatchDealer & { name: string; code: string }

/**
 * Suggestions for each of these lines, and the dealers that they name. What is known of dealers is read in a few statements for all
 * lines together.
 */
export async function matchDealers(
  db: Db,
  rows: readonly LineRow[],
): Promise<{ suggestions: Map<number, Suggestion[]>; dealers: ReadonlyMap<number, MatchedDealer> }> {
  if (rows.length === 0) return { suggestions: new Map(), dealers: new Map() }
  const lines = new Map(rows.map((row) => [row.id, bankLineOf(row)]))
  const dealers = await loadCandidates(db, [...lines.values()])
  const all = [...dealers.values()]
  const suggestions = new Map([...lines].map(([id, line]) => [id, suggestDealers(line, all)]))
  return { suggestions, dealers }
}

const bankLineOf = (row: LineRow): BankLine => ({
  day: row.booked_on,
  amount: row.amount,
  balance: null,
  reference: row.reference,
  description: row.description,
  sender: row.sender,
  senderIban: row.sender_iban,
})

/** Dealers that have anything in common with one of the lines. */
async function loadCandidates(db: Db, lines: readonly BankLine[]): Promise<Map<number, MatchedDealer>> {
  const codes = lines.flatMap(({ description, sender, reference }) => codesIn(`${description} ${sender} ${reference}`))
  const ibans = lines.map(({ senderIban }) => senderIban).filter((iban) => iban !== '')
  const amounts = lines.map(({ amount }) => amount)
  const [named, orders, senders, ids] = await Promise.all([
    db.query<NamedDealer>(
      `SELECT id, code, name, coalesce(regexp_replace(tax_number, '\\D', '', 'g'), '') AS tax_number FROM dealers`,
      [],
      'transfer_dealers',
    ),
    findOrders(db, codes),
    findSenders(db, ibans),
    findByAmountOrDocument(db, { amounts, codes }),
  ])
  const words = lines.map(({ sender, description }) => new Set(nameWords(`${sender} ${description}`)))
  const known = new Set([...orders, ...senders].map(({ dealer_id }) => dealer_id).concat(ids))
  const folded = new Set(codes)
  const found = named.filter(({ id, code, name, tax_number: taxNumber }) => {
    if (known.has(id) || folded.has(fold(code)) || folded.has(taxNumber)) return true
    const own = nameWords(name)
    return words.some((each) => nameShare(own, each) > 0)
  })
  return loadKnown(db, found, { orders, senders })
}

type OfDealer<Value extends object> = (Value & { dealer_id: number })[]
type Known = { orders: OfDealer<{ order_no: string }>; senders: OfDealer<{ sender_iban: string }> }

async function loadKnown(db: Db, found: readonly NamedDealer[], { orders, senders }: Known) {
  const ids = found.map(({ id }) => id)
  const [notices, debts] = await Promise.all([loadWaiting(db, ids), loadDebts(db, ids)])
  return new Map(
    found.map(({ id, code, name, tax_number: taxNumber }): [number, MatchedDealer] => [
      id,
      {
        ...{ id, code, name, taxNumber, words: nameWords(name) },
        ibans: senders.filter((row) => row.dealer_id === id).map((row) => row.sender_iban),
        orderNumbers: orders.filter((row) => row.dealer_id === id).map((row) => row.order_no),
        notices: notices
          .filter((row) => row.dealer_id === id)
          .map((row) => ({
            id: row.id,
            amount: row.amount,
            day: row.sent_on,
            sender: row.sender,
            debts: row.debts.map(Number),
          })),
        debts: debts
          .filter((row) => row.dealer_id === id)
          .map((row) => ({ id: row.id, documentNo: row.document_no, unpaid: row.unpaid })),
      },
    ]),
  )
}

const findOrders = (db: Db, codes: readonly string[]) =>
  db.query<{ dealer_id: number; order_no: string }>(
    'SELECT dealer_id, order_no FROM orders WHERE order_no = ANY ($1)',
    [codes.map((code) => code.toUpperCase())],
    'transfer_orders',
  )

/** Whose lines from these accounts were before. A booking that was taken back does not count. */
const findSenders = (db: Db, ibans: readonly string[]) =>
  db.query<{ dealer_id: number; sender_iban: string }>(
    `SELECT DISTINCT b.dealer_id, l.sender_iban FROM bank_lines l JOIN bank_line_bookings b ON b.line_id = l.id
      WHERE l.sender_iban = ANY ($1) AND l.sender_iban <> '' AND b.reversed_at IS NULL`,
    [ibans],
    'transfer_senders',
  )

/** Dealers with a waiting notice or an open debt of one of the amounts, or an open debt that a text names. */
async function findByAmountOrDocument(
  db: Db,
  { amounts, codes }: { amounts: readonly string[]; codes: readonly string[] },
): Promise<number[]> {
  const rows = await db.query<{ dealer_id: number }>(
    `SELECT dealer_id FROM transfer_notices WHERE state = 'waiting' AND amount = ANY ($1::numeric[])
      UNION
     SELECT dealer_id FROM account_movements
      WHERE unpaid > 0 AND currency = $3 AND (unpaid = ANY ($1::numeric[]) OR fold(document_no) = ANY ($2))`,
    [amounts, codes, lira],
    'transfer_by_amount',
  )
  return rows.map(({ dealer_id }) => dealer_id)
}

export const loadWaiting = (db: Db, dealerIds: readonly number[]) =>
  db.query<{ id: number; dealer_id: number; amount: string; sent_on: Day; sender: string; debts: string[] }>(
    `SELECT id, dealer_id, amount, sent_on, sender, debts::text[] AS debts FROM transfer_notices
      WHERE state = 'waiting' AND dealer_id = ANY ($1) ORDER BY id`,
    [dealerIds],
    'transfer_waiting',
  )

export type DebtRow = {
  id: number
  dealer_id: number
  document_no: string
  posted_on: Day
  due_on: Day | null
  debit: string
  unpaid: string
}

/** Open debts in lira, the oldest due first; at most 200 of a dealer. */
export const loadDebts = (db: Db, dealerIds: readonly number[]) =>
  db.query<DebtRow>(
    `SELECT id, dealer_id, document_no, posted_on, due_on, debit, unpaid FROM (
       SELECT *, row_number() OVER (PARTITION BY dealer_id ORDER BY coalesce(due_on, posted_on), posted_on, id) AS place
         FROM account_movements WHERE dealer_id = ANY ($1) AND currency = $2 AND unpaid > 0) AS open
      WHERE place <= 200 ORDER BY dealer_id, place`,
    [dealerIds, lira],
    'transfer_debts',
  )
