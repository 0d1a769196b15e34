import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Statement } from '#contract/shop/statement.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import { addDealer } from '#testing/store-rows.ts'
import { addDays, type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { recalculateBalances } from './recalculate-balances.ts'

export let shop: TestShop
export let pool: TestShop['database']['pool']
export let actor: Actor
export let dealer: TestVisitor
export const today = dayInTurkey(new Date())
export const ago = (days: number): Day => addDays(today, -days)

/** Opens a shop for the file's tests, and adds a dealer for each test. */
export function useTestStatement(): void {
  beforeAll(async () => {
    shop = await openTestShop()
    pool = shop.database.pool
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    actor = await addDealer(pool)
    dealer = await shop.signedIn(actor)
  })
}

export type Line = {
  on: Day
  due?: Day
  debit?: number
  credit?: number
  currency?: string
  text?: string
  document?: string
}

let reference = 0
export async function post(lines: readonly Line[], who: Actor = actor): Promise<void> {
  const id = who.dealer?.id ?? 0
  const rows = lines.map(({ on, due = null, debit = 0, credit = 0, currency = 'TRY', text = '', document = '' }) => ({
    dealer_id: id,
    posted_on: on,
    due_on: due,
    debit,
    credit,
    currency,
    description: text,
    document_no: document,
    kind: debit > 0 ? 'invoice' : 'payment',
    reference: `T${(reference += 1)}`,
  }))
  await pool.execute(
    `INSERT INTO account_movements (dealer_id, posted_on, due_on, debit, credit, currency, description, document_no,
                                    kind, reference)
     SELECT dealer_id, posted_on, due_on, debit, credit, currency, description, document_no, kind, reference
       FROM json_to_recordset($1) AS m (dealer_id integer, posted_on date, due_on date, debit numeric, credit numeric,
            currency text, description text, document_no text, kind text, reference text)`,
    [JSON.stringify(rows)],
  )
  await recalculateBalances(pool, [id], today)
}

export async function getStatement(query = '', visitor: TestVisitor = dealer): Promise<Statement> {
  const answer = await visitor.send('GET', `/api/account/statement${query}`)
  expect(answer.status).toBe(200)
  return answer.body as Statement
}

export const account = async (visitor: TestVisitor = dealer) =>
  ((await visitor.send('GET', '/api/visitor')).body as Visitor).account
