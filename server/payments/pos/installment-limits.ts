import { cardClasses, type LimitValues } from '#contract/admin/installment-limits.ts'
import { type Day, parseDay } from '#domain/text/calendar-day.ts'
import { type Author, commandLine, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

export type ListedLimit = {
  id: number
  cardClass: 'personal' | 'commercial' | null
  /** The category's slug; `goods` is its name. */
  category: string | null
  goods: string | null
  most: number
  validFrom: Day | null
  validUntil: Day | null
  note: string
}

const select = `SELECT l.id, l.card_class AS "cardClass", c.slug AS category, c.name AS goods, l.most,
       l.valid_from::text AS "validFrom", l.valid_until::text AS "validUntil", l.note
  FROM installment_limits l LEFT JOIN categories c ON c.id = l.category_id`

export function listLimits(db: Db): Promise<ListedLimit[]> {
  return db.query<ListedLimit>(`${select} ORDER BY l.id`)
}

/** Locks a limit until the transaction ends. */
export function lockLimit(db: Db, id: number): Promise<ListedLimit | undefined> {
  return db.one<ListedLimit>(`${select} WHERE l.id = $1 FOR UPDATE OF l`, [id])
}

export type LimitProblem =
  | 'class_unknown'
  | 'category_unknown'
  | 'most_invalid'
  | 'day_invalid'
  | 'days_crossed'
  | 'limit_unknown'
export type LimitResult = { ok: true; id: number } | { ok: false; problem: LimitProblem }

/** A legal or store limit as typed on the screen or the command line. */
type TypedLimit = { [Field in keyof LimitValues]: string }

type ReadLimit = Omit<ListedLimit, 'id'> & { categoryId: number | null }
export type ReadResult = { ok: true; limit: ReadLimit } | { ok: false; problems: [keyof LimitValues, LimitProblem][] }

/** Parses the typed values, or returns the problem of each. */
export async function readLimit(db: Db, typed: TypedLimit): Promise<ReadResult> {
  const problems: [keyof LimitValues, LimitProblem][] = []
  const slug = typed.category.replaceAll('\0', '').trim()
  const cardClass = cardClasses.find((each) => each === typed.cardClass) ?? null
  const [validFrom, validUntil] = [parseDay(typed.from), parseDay(typed.until)]
  const category =
    slug === ''
      ? undefined
      : // The lock keeps the category until the limit is inserted.
        await db.one<{ id: number; name: string }>('SELECT id, name FROM categories WHERE slug = $1 FOR KEY SHARE', [
          slug,
        ])
  if (!/^([1-9]|1[0-2])$/.test(typed.most.trim())) problems.push(['most', 'most_invalid'])
  if (cardClass === null && typed.cardClass !== '') problems.push(['cardClass', 'class_unknown'])
  if (category === undefined && slug !== '') problems.push(['category', 'category_unknown'])
  if (validFrom === null && typed.from.trim() !== '') problems.push(['from', 'day_invalid'])
  if (validUntil === null && typed.until.trim() !== '') problems.push(['until', 'day_invalid'])
  if (validFrom !== null && validUntil !== null && validUntil < validFrom) problems.push(['until', 'days_crossed'])
  if (problems.length > 0) return { ok: false, problems }
  const note = Array.from(typed.note.replaceAll('\0', '').toWellFormed().trim()).slice(0, 200).join('')
  const goods = { category: category === undefined ? null : slug, goods: category?.name ?? null }
  return {
    ok: true,
    limit: {
      most: Number(typed.most),
      cardClass,
      categoryId: category?.id ?? null,
      ...goods,
      validFrom,
      validUntil,
      note,
    },
  }
}

/** The values for the audit log, with the category's name. */
function auditOf({ most, cardClass, goods, validFrom, validUntil, note }: Omit<ListedLimit, 'id'>) {
  return { most, cardClass, category: goods, from: validFrom, until: validUntil, note }
}

const limitColumns = ({ most, cardClass, categoryId, validFrom, validUntil, note }: ReadLimit) => [
  most,
  cardClass,
  categoryId,
  validFrom,
  validUntil,
  note,
]

export function addLimit(pool: Pool, typed: TypedLimit, by: Author = commandLine): Promise<LimitResult> {
  return transaction(pool, async (db): Promise<LimitResult> => {
    const read = await readLimit(db, typed)
    if (!read.ok) return { ok: false, problem: read.problems[0]?.[1] ?? 'most_invalid' }
    return { ok: true, id: await insertLimit(db, by, read.limit) }
  })
}

export async function insertLimit(db: Db, by: Author, limit: ReadLimit): Promise<number> {
  const added = await db.one<{ id: number }>(
    `INSERT INTO installment_limits (most, card_class, category_id, valid_from, valid_until, note)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    limitColumns(limit),
  )
  if (added === undefined) throw new Error('The limit was not inserted.')
  const entry = { action: 'create', noun: 'installment_limit', id: String(added.id), after: auditOf(limit) } as const
  await writeAudit(db, by, entry)
  return added.id
}

export async function updateLimit(db: Db, by: Author, current: ListedLimit, limit: ReadLimit): Promise<void> {
  await db.execute(
    `UPDATE installment_limits SET most = $1, card_class = $2, category_id = $3, valid_from = $4, valid_until = $5,
            note = $6 WHERE id = $7`,
    [...limitColumns(limit), current.id],
  )
  const difference = differenceOf(auditOf(current), auditOf(limit))
  if (difference === null) return
  await writeAudit(db, by, { action: 'change', noun: 'installment_limit', id: String(current.id), ...difference })
}

export function removeLimit(pool: Pool, id: number, by: Author = commandLine): Promise<LimitResult> {
  return transaction(pool, async (db): Promise<LimitResult> => {
    const existing = await lockLimit(db, id)
    if (existing === undefined) return { ok: false, problem: 'limit_unknown' }
    await db.execute('DELETE FROM installment_limits WHERE id = $1', [id])
    const entry = { action: 'remove', noun: 'installment_limit', id: String(id), before: auditOf(existing) } as const
    await writeAudit(db, by, entry)
    return { ok: true, id }
  })
}
