import { fold } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type Made = { priceLists: string[]; warehouses: string[] }

/** The price list with this code, made where there is none; without a code the default one. */
export async function findPriceList(db: Db, code: string | undefined, made: Made): Promise<number> {
  if (code === undefined) {
    const row = await db.one<{ id: number }>('SELECT id FROM price_lists ORDER BY is_default DESC, id LIMIT 1')
    if (!row) throw new Error('There is no price list: the migrations make the first one.')
    return row.id
  }
  const known = await db.one<{ id: number }>('SELECT id FROM price_lists WHERE code = $1', [code])
  if (known) return known.id
  made.priceLists.push(code)
  const [row] = await db.query<{ id: number }>('INSERT INTO price_lists (code, name) VALUES ($1, $1) RETURNING id', [
    code,
  ])
  return row?.id ?? 0
}

/**
 * Warehouses by the code or name that the files use for them; '' is the plain stock column's, which goes to `usual` or to
 * the shop's first open warehouse. Those that do not exist are made.
 */
export async function findWarehouses(
  db: Db,
  names: readonly string[],
  usual: string | undefined,
  made: Made,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  if (names.length === 0) return ids
  const rows = await db.query<{ id: number; code: string; name: string }>(
    'SELECT id, code, name FROM warehouses ORDER BY is_active DESC, position, id',
  )
  for (const name of names) {
    const wanted = name === '' ? usual : name
    const same = (text: string) => wanted !== undefined && fold(text) === fold(wanted)
    const known = wanted === undefined ? rows[0] : rows.find(({ code, name }) => same(code) || same(name))
    ids.set(name, known?.id ?? (await makeWarehouse(db, wanted ?? 'MERKEZ', rows, made)))
  }
  return ids
}

async function makeWarehouse(
  db: Db,
  code: string,
  rows: { id: number; code: string; name: string }[],
  made: Made,
): Promise<number> {
  made.warehouses.push(code)
  const [row] = await db.query<{ id: number; code: string; name: string }>(
    `INSERT INTO warehouses (code, name, position) VALUES ($1, $1, $2) RETURNING id, code, name`,
    [code, rows.length],
  )
  if (row) rows.push(row)
  return row?.id ?? 0
}
