import type { Reply } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import { type addListLines, listLinesMax, type ListSource } from '#contract/shop/lists.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { quantityMax } from '#domain/cart/quantity.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { errorBody } from '#server/platform/http/errors.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import type { View } from '#server/settings/settings.ts'
import { insertListLines, loadListLines, type NewListLine, updateListLines } from './line-rows.ts'
import { changeRefusal, type DealerActor, lockList, touchList } from './list-rows.ts'
import { readSource, type SourceLine } from './sources.ts'

type Outcome = Reply<typeof addListLines>
type Reader = { actor: DealerActor; view: View }

/** Adds the lines of a source to a list. Lines that cannot be on a list are left out and named with the reason. */
export async function addToList(
  pool: Pool,
  listId: number,
  source: ListSource,
  reader: Reader,
): Promise<Outcome | Refusal> {
  const lines = await readSource(pool, source, reader)
  if (isRefusal(lines)) return lines
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockList(db, reader.actor, listId)
    const refusal = changeRefusal(row, reader.actor)
    if (refusal !== null) return abortTransaction(refusal)
    return saveLines(db, listId, lines, reader)
  })
}

/** Writes the lines of a source into a locked list. */
export async function saveLines(
  db: Transaction,
  listId: number,
  lines: readonly SourceLine[],
  { actor, view }: Reader,
): Promise<Outcome> {
  const wanted = mergedLines(lines)
  const rows = await loadListLines(db, [listId])
  const existing = new Map(rows.map((row) => [`${row.product_id} ${row.unit_id}`, row]))
  const added = wanted.filter((line) => !existing.has(keyOf(line)))
  if (rows.length + added.length > listLinesMax) abortTransaction(refuse('list_lines_full', { max: listLinesMax }))
  const changed = wanted.flatMap((line) => {
    const row = existing.get(keyOf(line))
    if (row === undefined) return []
    const note = line.note === '' ? null : line.note
    const isSame = row.quantity === line.quantity && (note === null || row.note === note)
    return isSame ? [] : [{ id: row.id, quantity: line.quantity, note }]
  })
  await insertListLines(
    db,
    listId,
    actor.userId,
    added.map((line) => ({ ...line, note: line.note ?? '' })),
  )
  await updateListLines(db, actor.userId, changed)
  if (added.length + changed.length > 0) await touchList(db, listId, actor.userId)
  return { addedCount: added.length, changedCount: changed.length, refused: refusedLines(lines, view.locale) }
}

type WantedLine = Omit<NewListLine, 'note'> & { note: string | null }

const keyOf = ({ productId, unitId }: Pick<NewListLine, 'productId' | 'unitId'>): string => `${productId} ${unitId}`

/** One line for each product and unit; quantities of the same are added up. */
function mergedLines(lines: readonly SourceLine[]): WantedLine[] {
  const merged = new Map<string, WantedLine>()
  for (const { product, unit, quantity, note, refusal } of lines) {
    if (refusal !== null || product === undefined || unit === undefined) continue
    const line = { productId: product.id, unitId: unit.id, code: product.code, name: product.name, unit: unit.value }
    const before = merged.get(keyOf(line))
    const sum = Math.min(quantityMax, quantity + (before?.quantity ?? 0))
    merged.set(keyOf(line), { ...line, quantity: sum, note: note ?? before?.note ?? null })
  }
  return [...merged.values()]
}

function refusedLines(lines: readonly SourceLine[], locale: Locale): Outcome['refused'] {
  return lines.flatMap(({ code, refusal }, line) =>
    refusal === null ? [] : [{ line, code, message: errorBody(refusal, locale).error.messages.type }],
  )
}
