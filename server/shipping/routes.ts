import {
  type AdminShipment,
  changeShipment,
  createShipment,
  getShipment,
  getShipmentDraft,
  listShipments,
  withdrawShipment,
} from '#contract/admin/shipments.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { parsePeriod } from '#domain/text/calendar-day.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { presentDraft } from './draft.ts'
import { parseShipment } from './parse-form.ts'
import { presentListed, presentShipment } from './present-shipment.ts'
import { lockShipment, updateShipment } from './queries.ts'
import { ship } from './ship.ts'
import { countShipments, findShipment, findShipmentIds, loadListed } from './shipment-rows.ts'
import { withdraw } from './withdraw.ts'

export function registerShipping(calls: Calls, { pool }: { pool: Pool }): void {
  handle(calls, listShipments, async ({ query }) => {
    const { page, limit } = parsePaging(query)
    const filter = { q: cleanText(query.q), dealer: cleanText(query.dealer), ...parsePeriod(query) }
    const [total, ids] = await Promise.all([
      countShipments(pool, filter),
      findShipmentIds(pool, filter, { limit, offset: (page - 1) * limit }),
    ])
    const items = (await loadListed(pool, ids)).map(presentListed)
    return {
      items,
      total,
      page,
      pages: Math.max(1, Math.ceil(total / limit)),
      limit,
      sort: '-date' as const,
      ...filter,
    }
  })

  handle(calls, getShipment, ({ params }) => loadShipment(pool, params.id))

  handle(calls, getShipmentDraft, ({ query }) => presentDraft(pool, query.orders))

  handle(calls, createShipment, async ({ body: { key, lines, ...typed } }, context) => {
    const form = parseShipment(typed)
    if ('ok' in form) return form
    const { userId } = context.actor
    const shipped = await transactionOrRefusal(pool, async (db) => {
      const request = { key: `user ${userId} ${key}`, form, lines, actor: { kind: 'staff' as const, userId } }
      const { id, shipmentNo, isNew, lines: shippedLines } = await ship(db, request)
      const after = { lines: shippedLines }
      if (isNew) await writeAudit(db, context, { action: 'create', noun: 'shipment', id: shipmentNo, after })
      return { ok: true as const, id }
    })
    return shipped.ok ? loadShipment(pool, shipped.id) : shipped
  })

  handle(calls, changeShipment, async ({ params: { id }, body }, context) => {
    const form = parseShipment(body)
    if ('ok' in form) return form
    const changed = await transactionOrRefusal(pool, async (db) => {
      const locked = await lockShipment(db, id)
      if (locked === undefined) return abortTransaction('shipment_not_found')
      if (locked.is_withdrawn) return abortTransaction('shipment_withdrawn')
      await updateShipment(db, id, form)
      await writeAudit(db, context, { action: 'change', noun: 'shipment', id: locked.shipment_no, after: form })
      return { ok: true as const }
    })
    return changed.ok ? loadShipment(pool, id) : changed
  })

  handle(calls, withdrawShipment, async ({ params: { id }, body }, context) => {
    const reason = cleanText(body.reason)
    if (reason === '') return refuse('order_reason_missing')
    const withdrawn = await transactionOrRefusal(pool, async (db) => {
      const shipmentNo = await withdraw(db, { id, userId: context.actor.userId, reason })
      await writeAudit(db, context, { action: 'withdraw', noun: 'shipment', id: shipmentNo, after: { reason } })
      return { ok: true as const }
    })
    return withdrawn.ok ? loadShipment(pool, id) : withdrawn
  })
}

async function loadShipment(pool: Pool, id: number): Promise<AdminShipment | Refusal> {
  const row = await findShipment(pool, id)
  return row === undefined ? refuse('shipment_not_found') : presentShipment(row)
}
