import {
  type AdminPicking,
  countPicked,
  endPicking,
  getPicking,
  listPickings,
  startPicking,
} from '#contract/admin/pickings.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { count } from './count-picked.ts'
import { end } from './end-picking.ts'
import { countPickings, loadPickings } from './picking-rows.ts'
import { presentListed, presentPicking } from './present-picking.ts'
import { start } from './start-picking.ts'

export function registerPicking(calls: Calls, { pool }: { pool: Pool }): void {
  handle(calls, listPickings, async ({ query }) => {
    const { page, limit } = parsePaging(query)
    const [total, rows] = await Promise.all([
      countPickings(pool),
      loadPickings(pool, { limit, offset: (page - 1) * limit }),
    ])
    const pages = Math.max(1, Math.ceil(total / limit))
    return { items: rows.map(presentListed), total, page, pages, limit, sort: '-date' as const }
  })

  handle(calls, getPicking, ({ params }) => loadPicking(pool, params.id))

  handle(calls, startPicking, async ({ body }, context) => {
    const { userId } = context.actor
    const started = await transactionOrRefusal(pool, async (db) => {
      const request = { key: `user ${userId} ${body.key}`, orders: body.orders, userId, locale: context.locale }
      const { isNew, ...reply } = await start(db, request)
      if (isNew) {
        const after = { orders: body.orders }
        await writeAudit(db, context, { action: 'create', noun: 'picking', id: String(reply.id), after })
      }
      return { ok: true as const, ...reply }
    })
    return started.ok ? { id: started.id, refused: started.refused } : started
  })

  handle(calls, countPicked, async ({ params: { id }, body }) => {
    const counted = await transactionOrRefusal(pool, async (db) => {
      return { ok: true as const, line: await count(db, id, body) }
    })
    if (!counted.ok) return counted
    const picking = await loadPicking(pool, id)
    if ('ok' in picking) return picking
    const { line } = counted
    const found = picking.lines.find((each) => each.orderId === line?.orderId && each.lineNo === line.lineNo)
    return { picking, line: found ?? null }
  })

  handle(calls, endPicking, async ({ params: { id }, body }, context) => {
    const { userId } = context.actor
    const ended = await transactionOrRefusal(pool, async (db) => {
      const reason = cleanText(body.reason)
      const isNew = await end(db, { ...body, id, userId, reason, key: `user ${userId} ${body.key}` })
      const { isMissing } = body
      const lines = body.lines.map(({ orderId, lineNo, picked, rest }) => ({ orderId, lineNo, picked, rest }))
      if (isNew) {
        const after = { isMissing, reason, lines }
        await writeAudit(db, context, { action: 'change', noun: 'picking', id: String(id), after })
      }
      return { ok: true as const }
    })
    return ended.ok ? loadPicking(pool, id) : ended
  })
}

async function loadPicking(pool: Pool, id: number): Promise<AdminPicking | Refusal> {
  return (await presentPicking(pool, id)) ?? refuse('picking_not_found')
}
