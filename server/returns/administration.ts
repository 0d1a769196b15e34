import {
  type AdminReturn,
  closeReturn,
  decideReturn,
  getAdminReturn,
  listAllReturns,
  receiveReturn,
} from '#contract/admin/returns.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { returnStates } from '#domain/after-sales/goods-return.ts'
import { parsePeriod } from '#domain/text/calendar-day.ts'
import { type AuditValues, type Author, writeAudit } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { decide } from './decide.ts'
import { lockForMove, move } from './move.ts'
import { presentDetail, presentOfDealer } from './present-return.ts'
import { saveInvoiceNo } from './queries.ts'
import { receive } from './receive.ts'
import {
  countReturns,
  findReturn,
  findReturnIds,
  loadListed,
  loadOpenWarehouses,
  type ReturnFilter,
} from './return-rows.ts'

type ReturnQuery = Partial<Record<'state' | 'q' | 'dealer' | 'from' | 'to', string | undefined>>

/** Parses the filters of the administrators' list. Invalid values are ignored. */
export function parseReturnFilter(query: ReturnQuery): ReturnFilter {
  const state = returnStates.find((each) => each === query.state) ?? null
  const texts = { q: cleanText(query.q), dealer: cleanText(query.dealer) }
  return { dealerId: null, addresses: null, state, ...texts, ...parsePeriod(query) }
}

const newReturns = parseReturnFilter({ state: 'requested' })

/** The endpoints of staff: returns of all dealers, and what becomes of them. */
export function registerReturnAdministration(calls: Calls, { pool }: { pool: Pool }): void {
  handle(calls, listAllReturns, async ({ query }) => {
    const { page, limit } = parsePaging(query)
    const { dealerId, addresses, ...filter } = parseReturnFilter(query)
    const [total, newCount, ids] = await Promise.all([
      countReturns(pool, { dealerId, addresses, ...filter }),
      countReturns(pool, newReturns),
      findReturnIds(pool, { dealerId, addresses, ...filter }, { limit, offset: (page - 1) * limit }),
    ])
    const items = (await loadListed(pool, ids)).map(presentOfDealer)
    const pages = Math.max(1, Math.ceil(total / limit))
    return { items, total, page, pages, limit, sort: '-date' as const, ...filter, newCount }
  })

  handle(calls, getAdminReturn, ({ params }) => load(pool, params.id))

  handle(calls, decideReturn, ({ params: { id }, body: { lines, note } }, context) =>
    change(pool, context, id, { lines }, (db, userId) => decide(db, { id, userId, note: cleanText(note), lines })),
  )

  handle(calls, receiveReturn, ({ params: { id }, body: { lines, note, invoiceNo } }, context) => {
    const typed = { note: cleanText(note), invoiceNo: cleanText(invoiceNo) }
    return change(pool, context, id, { lines }, (db, userId) => receive(db, { id, userId, lines, ...typed }))
  })

  handle(calls, closeReturn, ({ params: { id }, body }, context) => {
    const invoiceNo = cleanText(body.invoiceNo)
    return change(pool, context, id, { closed: true, invoiceNo }, async (db, userId) => {
      const locked = await lockForMove(db, id, ['closed'])
      await saveInvoiceNo(db, id, invoiceNo)
      await move(db, locked, { to: 'closed', note: cleanText(body.note), userId, kind: 'staff' })
      return locked.return_no
    })
  })
}

type Staff = Author & { actor: { userId: number } }

/** Changes a return in one transaction with its entry in the audit log. */
async function change(
  pool: Pool,
  author: Staff,
  id: number,
  after: AuditValues,
  work: (db: Transaction, userId: number) => Promise<string>,
): Promise<AdminReturn | Refusal> {
  const changed = await transactionOrRefusal(pool, async (db) => {
    const returnNo = await work(db, author.actor.userId)
    await writeAudit(db, author, { action: 'change', noun: 'return', id: returnNo, after })
    return { ok: true as const }
  })
  return changed.ok ? load(pool, id) : changed
}

async function load(pool: Pool, id: number): Promise<AdminReturn | Refusal> {
  const [row, warehouses] = await Promise.all([findReturn(pool, id), loadOpenWarehouses(pool)])
  return row === undefined ? refuse('return_not_found') : presentDetail(row, warehouses)
}
