import { fold } from '#domain/text/text.ts'
import type { CreatedPlaces } from '#server/catalog/import/import-run.ts'
import { insertWarehouse } from '#server/stock/stock.ts'
import type { Db } from '#server/platform/db/pool.ts'

type WarehouseRow = { id: number; code: string; name: string }

/** Returns the id of the price list with this code, and creates it if it is missing; without a code the default one. */
export async function findPriceList(db: Db, code: string | undefined, made: CreatedPlaces): Promise<number> {
  if (code === undefined) {
    const row = await db.one<{ id: number }>('SELECT id FROM price_lists ORDER BY is_default DESC, id LIMIT 1')
    if (!row) throw new Error('There is no price list, although the migrations create one.')
    return row.id
  }
  const existing = await db.one<{ id: number }>('SELECT id FROM price_lists WHERE code = $1', [code])
  if (existing) return existing.id
  made.priceLists.push(code)
  const [row] = await db.query<{ id: number }>('INSERT INTO price_lists (code, name) VALUES ($1, $1) RETURNING id', [
    code,
  ])
  return row?.id ?? 0
}

/**
 * Returns the ids of warehouses by the code or name that a file uses. '' stands for the plain stock column: it means
 * `stockWarehouse`, or else the first active warehouse. Missing warehouses are created.
 */
export async function findWarehouses(
  db: Db,
  names: readonly string[],
  stockWarehouse: string | undefined,
  made: CreatedPlaces,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  if (names.length === 0) return ids
  const rows = await db.query<WarehouseRow>(
    'SELECT id, code, name FROM warehouses ORDER BY is_active DESC, position, id',
  )
  for (const name of names) {
    const wanted = name === '' ? stockWarehouse : name
    const isWanted = (text: string) => wanted !== undefined && fold(text) === fold(wanted)
    const existing = wanted === undefined ? rows[0] : rows.find(({ code, name }) => isWanted(code) || isWanted(name))
    ids.set(name, existing?.id ?? (await createWarehouse(db, wanted ?? 'MERKEZ', rows, made)))
  }
  return ids
}

async function createWarehouse(db: Db, code: string, rows: WarehouseRow[], made: CreatedPlaces): Promise<number> {
  made.warehouses.push(code)
  const row = await insertWarehouse(db, code, rows.length)
  rows.push(row)
  return row.id
}
