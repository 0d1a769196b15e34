import { refuse, type Refusal } from '#contract/core/errors.ts'
import {
  getReturn,
  getReturnDraft,
  type GoodsReturn,
  listReturns,
  requestReturn as requestCall,
  withdrawReturn,
} from '#contract/shop/returns.ts'
import { returnStates } from '#domain/after-sales/goods-return.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { registerReturnAdministration } from './administration.ts'
import { lockForMove, move } from './move.ts'
import { presentListed, presentReturn } from './present-return.ts'
import { findOrderOfDealer, findReturnKey, loadFaultReports, type ReturnReader } from './queries.ts'
import { requestReturn } from './request-return.ts'
import { countReturns, findReturn, findReturnIds, loadListed, type ReturnFilter } from './return-rows.ts'
import { loadShipped, returnableOf } from './returnable.ts'

const readerOf = ({ dealer, addresses }: DealerContext['actor']): ReturnReader => ({ dealerId: dealer.id, addresses })

type Deps = { pool: Pool; store: Store; now: () => Date }

export function registerReturns(calls: Calls, deps: Deps): void {
  registerReading(calls, deps)
  registerRequests(calls, deps)
  registerReturnAdministration(calls, deps)
}

function registerReading(calls: Calls, { pool, store, now }: Deps): void {
  handle(calls, listReturns, async ({ query }, { actor }) => {
    const { page, limit } = parsePaging(query)
    const state = returnStates.find((each) => each === query.state) ?? null
    const q = cleanText(query.q)
    const filter: ReturnFilter = { ...readerOf(actor), state, q, dealer: '', from: null, to: null }
    const [total, ids] = await Promise.all([
      countReturns(pool, filter),
      findReturnIds(pool, filter, { limit, offset: (page - 1) * limit }),
    ])
    const items = (await loadListed(pool, ids)).map(presentListed)
    return { items, total, page, pages: Math.max(1, Math.ceil(total / limit)), limit, state, q }
  })

  handle(calls, getReturn, ({ params }, { actor }) => load(pool, readerOf(actor), params.returnNo))

  handle(calls, getReturnDraft, async ({ query }, { actor }) => {
    const order = await findOrderOfDealer(pool, readerOf(actor), cleanText(query.order))
    if (order === undefined) return refuse('order_not_found')
    const [rows, reports] = await Promise.all([
      loadShipped(pool, order.id),
      loadFaultReports(pool, actor.dealer.id, order.id),
    ])
    const days = store.facts().settings.returnDays
    const today = dayInTurkey(now())
    return {
      orderNo: order.order_no,
      days,
      lines: rows.map((row) => {
        const { line_no: lineNo, code, name, unit, shipped } = row
        return { lineNo, code, name, unit, shipped, returnable: returnableOf(row, today, days) }
      }),
      faultReports: reports.map(({ report_no: reportNo, product_name: productName, serial_no: serialNo }) => {
        return { reportNo, productName, serialNo }
      }),
    }
  })
}

function registerRequests(calls: Calls, { pool, store, now }: Deps): void {
  handle(calls, requestCall, async ({ body: { key, ...wanted } }, { actor, locale }) => {
    const { userId } = actor
    const made = await requestReturn(pool, {
      ...wanted,
      key: `user ${userId} ${key}`,
      orderNo: cleanText(wanted.orderNo),
      description: cleanText(wanted.description),
      ...readerOf(actor),
      userId,
      locale,
      today: dayInTurkey(now()),
      days: store.facts().settings.returnDays,
    })
    return made.ok ? { returnNo: made.returnNo } : made
  })

  handle(calls, withdrawReturn, async ({ params, body }, { actor }) => {
    const { userId } = actor
    const found = await findReturnKey(pool, { ...readerOf(actor), returnNo: params.returnNo })
    if (found === undefined) return refuse('return_not_found')
    const withdrawn = await transactionOrRefusal(pool, async (db) => {
      const locked = await lockForMove(db, found.id, ['withdrawn'])
      await move(db, locked, { to: 'withdrawn', note: cleanText(body.note), userId, kind: 'dealer' })
      return { ok: true as const }
    })
    return withdrawn.ok ? load(pool, readerOf(actor), params.returnNo) : withdrawn
  })
}

async function load(pool: Pool, reader: ReturnReader, returnNo: string): Promise<GoodsReturn | Refusal> {
  const found = await findReturnKey(pool, { ...reader, returnNo })
  const row = found && (await findReturn(pool, found.id))
  return row === undefined ? refuse('return_not_found') : presentReturn(row)
}
