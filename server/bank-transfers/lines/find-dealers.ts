import type { Reply } from '#contract/core/endpoint.ts'
import type { findTransferDealers, getTransferDealer } from '#contract/admin/bank-lines.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadDebts, loadWaiting } from './match-dealers.ts'

const dealersMax = 10

/** Dealers whose code or name has all words of the search, those that begin with it first. */
export function findDealers(db: Db, q: string): Promise<Reply<typeof findTransferDealers>['items']> {
  const words = q.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return Promise.resolve([])
  return db.query(
    `SELECT id, code, name FROM dealers
      WHERE (SELECT bool_and(strpos(fold(code || ' ' || name), fold(word)) > 0) FROM unnest($1::text[]) AS word)
      ORDER BY strpos(fold(code), fold($2)) <> 1 AND strpos(fold(name), fold($2)) <> 1, name, id LIMIT ${dealersMax}`,
    [words, q],
    'transfer_find_dealers',
  )
}

/** What a line of this dealer may pay. */
export async function loadDealer(db: Db, id: number): Promise<Reply<typeof getTransferDealer> | Refusal> {
  const dealer = await db.one('SELECT FROM dealers WHERE id = $1', [id], 'transfer_dealer')
  if (dealer === undefined) return refuse('dealer_not_found')
  const [notices, debts] = await Promise.all([loadWaiting(db, [id]), loadDebts(db, [id])])
  return {
    notices: notices.map((row) => ({ id: row.id, amount: Number(row.amount), day: row.sent_on, sender: row.sender })),
    debts: debts.map((row) => ({
      id: row.id,
      documentNo: row.document_no,
      date: row.posted_on,
      dueDate: row.due_on,
      debit: Number(row.debit),
      unpaid: Number(row.unpaid),
    })),
  }
}
