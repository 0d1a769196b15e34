import type { Db } from '#server/platform/db/pool.ts'

export type ListLineRow = {
  id: number
  list_id: number
  product_id: number | null
  unit_id: number | null
  code: string
  name: string
  unit: string
  quantity: number
  note: string
  revision: number
  changed_by: number | null
}

const columns = 'id, list_id, product_id, unit_id, code, name, unit, quantity, note, revision, changed_by'

/** The lines of lists in their order. */
export function loadListLines(db: Db, listIds: readonly number[]): Promise<ListLineRow[]> {
  return db.query<ListLineRow>(
    `SELECT ${columns} FROM list_lines WHERE list_id = ANY ($1::integer[]) AND removed_at IS NULL
      ORDER BY list_id, place, id`,
    [listIds],
    'list_lines_of',
  )
}

export function findListLine(db: Db, listId: number, lineId: number): Promise<ListLineRow | undefined> {
  return db.one<ListLineRow>(
    `SELECT ${columns} FROM list_lines WHERE id = $2 AND list_id = $1 AND removed_at IS NULL`,
    [listId, lineId],
    'list_line',
  )
}

export async function countListLines(db: Db, listId: number): Promise<number> {
  const row = await db.one<{ count: number }>(
    'SELECT count(*) AS count FROM list_lines WHERE list_id = $1 AND removed_at IS NULL',
    [listId],
    'list_lines_count',
  )
  return row?.count ?? 0
}

export type NewListLine = {
  productId: number | null
  unitId: number | null
  code: string
  name: string
  unit: string
  quantity: number
  note: string
}

/** Appends lines in their order. */
export async function insertListLines(
  db: Db,
  listId: number,
  userId: number,
  lines: readonly NewListLine[],
): Promise<void> {
  if (lines.length === 0) return
  await db.execute(
    `INSERT INTO list_lines (list_id, place, product_id, unit_id, code, name, unit, quantity, note, changed_by)
     SELECT $1, coalesce((SELECT max(place) FROM list_lines WHERE list_id = $1), 0) + l.place, l.product_id, l.unit_id,
            l.code, l.name, l.unit, l.quantity, l.note, $2
       FROM unnest($3::integer[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::integer[], $9::text[])
              WITH ORDINALITY AS l (product_id, unit_id, code, name, unit, quantity, note, place)`,
    [
      listId,
      userId,
      lines.map(({ productId }) => productId),
      lines.map(({ unitId }) => unitId),
      lines.map(({ code }) => code),
      lines.map(({ name }) => name),
      lines.map(({ unit }) => unit),
      lines.map(({ quantity }) => quantity),
      lines.map(({ note }) => note),
    ],
    'list_lines_insert',
  )
}

/** Sets quantities of lines; a note of null stays as it is. What followers were shown of a changed line is forgotten. */
export async function updateListLines(
  db: Db,
  userId: number,
  lines: readonly { id: number; quantity: number; note: string | null }[],
): Promise<void> {
  if (lines.length === 0) return
  const ids = lines.map(({ id }) => id)
  await db.execute(
    `UPDATE list_lines n SET quantity = l.quantity, note = coalesce(l.note, n.note), revision = n.revision + 1, changed_by = $1
       FROM unnest($2::integer[], $3::integer[], $4::text[]) AS l (id, quantity, note) WHERE n.id = l.id`,
    [userId, ids, lines.map(({ quantity }) => quantity), lines.map(({ note }) => note)],
    'list_lines_update',
  )
  await forgetStates(db, ids)
}

/** A line in another quantity, unit or product has another price: its earlier states say nothing. */
export async function forgetStates(db: Db, lineIds: readonly number[]): Promise<void> {
  await db.execute('DELETE FROM list_line_states WHERE line_id = ANY ($1::integer[])', [lineIds], 'list_states_forget')
}
