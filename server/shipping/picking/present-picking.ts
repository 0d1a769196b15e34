import type { AdminListedPicking, AdminPicking, PickingLineShown } from '#contract/admin/pickings.ts'
import { compareByShelf } from '#domain/orders/picking.ts'
import type { Db } from '#server/platform/db/pool.ts'
import {
  findPicking,
  type ListedPickingRow,
  loadPickingLines,
  type PickingLineRow,
  type PickingRow,
} from './picking-rows.ts'

/** A list with its lines by warehouse and shelf; `undefined` if it is unknown. */
export async function presentPicking(db: Db, id: number): Promise<AdminPicking | undefined> {
  const row = await findPicking(db, id)
  return row && present(row, await loadPickingLines(db, id))
}

function present(row: PickingRow, rows: readonly PickingLineRow[]): AdminPicking {
  const placed = rows.map((row) => ({ line: presentLine(row), position: row.places[0]?.position ?? Infinity }))
  const place = ({ line, position }: (typeof placed)[number]) => ({ ...line, warehousePosition: position })
  return {
    id: row.id,
    date: row.created_at.toISOString(),
    creator: row.creator,
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: row.ended_by,
    orders: row.orders,
    lines: placed.toSorted((a, b) => compareByShelf(place(a), place(b))).map(({ line }) => line),
  }
}

function presentLine(row: PickingLineRow): PickingLineShown {
  const { code, name, unit, dealer, quantity, picked, rest } = row
  const [place, ...others] = row.places
  return {
    ...{ code, name, unit, dealer, quantity, picked, rest },
    orderId: row.order_id,
    orderNo: row.order_no,
    lineNo: row.line_no,
    warehouse: place?.warehouse ?? '',
    shelf: place?.shelf ?? '',
    alsoIn: others.map(({ warehouse, shelf, quantity: taken }) => ({ warehouse, shelf, quantity: taken })),
  }
}

export function presentListed(row: ListedPickingRow): AdminListedPicking {
  return {
    id: row.id,
    date: row.created_at.toISOString(),
    creator: row.creator,
    endedAt: row.ended_at?.toISOString() ?? null,
    orderNos: row.order_nos,
    lineCount: row.line_count,
    quantity: row.quantity,
    picked: row.picked,
  }
}
