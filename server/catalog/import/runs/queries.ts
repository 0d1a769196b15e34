import { type ImportFileInspection, type ImportQuestion } from '#contract/admin/imports/import-inspection.ts'
import { type ImportOptionsInput } from '#contract/admin/imports/import-options.ts'
import { type ImportState } from '#contract/admin/imports/imports.ts'
import type { ImportSummary } from '#server/catalog/import/import-run.ts'
import type { Facts, IssueCode, RefusalCode } from '#server/catalog/import/read/codes.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type StoredFile = { name: string; bytes: number; stored: string }
export type RunSummary = Pick<ImportSummary, 'rows' | 'created' | 'updated' | 'unchanged' | 'rejected' | 'counts'> & {
  unitRows?: number
  samples?: ImportSummary['samples']
  source?: NonNullable<ImportSummary['source']>
  pictures?: NonNullable<ImportSummary['pictures']>
}
export type UndoSummary = { restored: number; removed: number; left: number; labels?: number }

export type ImportRow = {
  id: number
  state: ImportState
  created_at: Date
  creator: string
  asked_by: number
  asked_from: string
  files: StoredFile[]
  options: ImportOptionsInput
  columns: ImportFileInspection[]
  questions: ImportQuestion[]
  step: string | null
  done: number
  total: number
  refusal: { code: RefusalCode | 'internal'; facts: Facts } | null
  summary: RunSummary | null
  applied_at: Date | null
  last_movement_id: number | null
  undone_at: Date | null
  undo_summary: UndoSummary | null
  /** The source that the files came from, and whether its missing products go off sale; null: uploaded files. */
  source_id: number | null
  source_removes: boolean | null
  /** The shape of the files, once they are read, and the profile that the options were taken from. */
  shape: string[] | null
  profile_id: number | null
}

/** Splits the files into product files and the units file. */
export function splitFiles({ files, options }: Pick<ImportRow, 'files' | 'options'>) {
  const units = files[options.units ?? -1]
  return { products: files.filter((file) => file !== units), units }
}

/** The files in the order in which an import numbers them: the units file is last. */
export function filesInImportOrder(row: Pick<ImportRow, 'files' | 'options'>): StoredFile[] {
  const { products, units } = splitFiles(row)
  return units === undefined ? products : [...products, units]
}

/** The author of the current run, for the audit log. */
export const authorOf = (row: ImportRow) => ({ actor: { userId: row.asked_by }, address: row.asked_from })

const columns = `i.id, i.state, i.created_at, u.name AS creator, i.asked_by, i.asked_from, i.files, i.options, i.columns, i.questions, i.step,
  i.done, i.total, i.refusal, i.summary, i.applied_at, i.last_movement_id, i.undone_at, i.undo_summary, i.source_id,
  i.shape, i.profile_id,
  (SELECT s.removes_missing FROM import_sources s WHERE s.id = i.source_id) AS source_removes`

export function findImport(db: Db, id: number): Promise<ImportRow | undefined> {
  return db.one<ImportRow>(`SELECT ${columns} FROM imports i JOIN users u ON u.id = i.created_by WHERE i.id = $1`, [id])
}

export function listImportRows(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<ImportRow[]> {
  return db.query<ImportRow>(
    `SELECT ${columns} FROM imports i JOIN users u ON u.id = i.created_by ORDER BY i.id DESC LIMIT $1 OFFSET $2`,
    [limit, offset],
  )
}

export async function countImports(db: Db): Promise<number> {
  return (await db.one<{ n: number }>('SELECT count(*) AS n FROM imports'))?.n ?? 0
}

/** Moves an import to another state; false if it is not in one of the states `from`. */
export async function moveImport(
  db: Db,
  id: number,
  { from, to, author }: { from: readonly ImportState[]; to: ImportState; author?: { userId: number; address: string } },
): Promise<boolean> {
  const moved = await db.execute(
    `UPDATE imports SET state = $3, changed_at = now(), cancel_asked = false, refusal = NULL, step = NULL, done = 0, total = 0,
            asked_by = coalesce($4, asked_by), asked_from = coalesce($5, asked_from)
      WHERE id = $1 AND state = ANY ($2)`,
    [id, from, to, author?.userId ?? null, author?.address ?? null],
  )
  return moved > 0
}

/** Saves how the files are read. A profile that is gone by now is none. */
export async function saveOptions(
  db: Db,
  id: number,
  { options, profileId }: { options: ImportOptionsInput; profileId: number | null },
): Promise<void> {
  await db.execute(
    'UPDATE imports SET options = $2, profile_id = (SELECT p.id FROM import_profiles p WHERE p.id = $3) WHERE id = $1',
    [id, JSON.stringify(options), profileId],
  )
}

/** Saves the progress of a run. Returns whether the run was cancelled or its import removed. */
export async function saveProgress(
  db: Db,
  id: number,
  { step, done, total }: { step: string; done: number; total: number },
): Promise<boolean> {
  const row = await db.one<{ cancel_asked: boolean }>(
    'UPDATE imports SET step = $2, done = $3, total = $4 WHERE id = $1 RETURNING cancel_asked',
    [id, step, Math.round(done), Math.round(total)],
  )
  return row?.cancel_asked ?? true
}

export type ChangeRow = {
  product_id: number
  code: string
  name: string
  is_new: boolean
  before: ProductState | null
  after: ProductState
}
type JsonValues = Record<string, unknown>
/** The result of the SQL function product_states(). */
export type ProductState = {
  product: JsonValues
  names: JsonValues
  units: Record<string, JsonValues>
  prices: Record<string, JsonValues>
  stock: Record<string, { warehouse: string; quantity: number }>
}

export function listChanges(
  db: Db,
  {
    id,
    isNew,
    after,
    limit,
    offset = 0,
  }: { id: number; isNew?: boolean; after?: number; limit: number; offset?: number },
): Promise<ChangeRow[]> {
  return db.query<ChangeRow>(
    `SELECT product_id, code, name, is_new, before, after FROM import_changes
      WHERE import_id = $1 AND ($2::boolean IS NULL OR is_new = $2) AND ($3::integer IS NULL OR product_id > $3)
      ORDER BY product_id LIMIT $4 OFFSET $5`,
    [id, isNew ?? null, after ?? null, limit, offset],
  )
}

export async function countChanges(db: Db, id: number): Promise<{ changed: number; new: number }> {
  const row = await db.one<{ changed: number; new: number }>(
    `SELECT count(*) FILTER (WHERE NOT is_new) AS changed, count(*) FILTER (WHERE is_new) AS new
       FROM import_changes WHERE import_id = $1`,
    [id],
  )
  return row ?? { changed: 0, new: 0 }
}

/** Whether the import moves a sale or plan price of an existing product by more than this percentage, or to another currency. */
export async function hasLargePriceChange(db: Db, id: number, percent: number): Promise<boolean> {
  const found = await db.one(
    `SELECT FROM import_changes c CROSS JOIN LATERAL jsonb_each(c.before -> 'prices') b
       JOIN LATERAL jsonb_each(c.after -> 'prices') a ON a.key = b.key
      CROSS JOIN unnest('{sale,plan1,plan2,plan3,plan4,plan5}'::text[]) AS n (name)
      CROSS JOIN LATERAL (
        SELECT (b.value ->> (n.name || '_value'))::numeric AS before, (a.value ->> (n.name || '_value'))::numeric AS after,
               b.value ->> (n.name || '_currency') AS old_currency, a.value ->> (n.name || '_currency') AS new_currency) v
      WHERE c.import_id = $1 AND NOT c.is_new AND v.before > 0 AND v.after IS NOT NULL
        AND (v.new_currency <> v.old_currency OR abs(v.after - v.before) * 100 > v.before * $2::numeric)
      LIMIT 1`,
    [id, percent],
    'import_large_price_change',
  )
  return found !== undefined
}

/** Reasons for which an undo leaves something unchanged. */
export const undoProblemCodes = ['undo_changed', 'undo_referred', 'undo_stock', 'undo_gone'] as const
export type ProblemLevel = 'error' | 'warning' | 'left'
export type ProblemRow = {
  level: ProblemLevel
  file: number
  line: number
  key: string
  code: IssueCode | (typeof undoProblemCodes)[number]
  facts: Facts
  row_text: string | null
}

type ProblemScope = { id: number; level: ProblemLevel | null }

export function listProblems(
  db: Db,
  { id, level, kind, limit, offset }: ProblemScope & { kind?: string | undefined; limit: number; offset: number },
): Promise<ProblemRow[]> {
  return db.query<ProblemRow>(
    `SELECT level, file, line, key, code, facts, row_text FROM import_problems
      WHERE import_id = $1 AND ($2::text IS NULL OR level = $2) AND ($3::text IS NULL OR code = $3)
      ORDER BY level, file, line, id LIMIT $4 OFFSET $5`,
    [id, level, kind ?? null, limit, offset],
  )
}

/** The first problems of each kind with their number, the most frequent kind first. */
export function listProblemKinds(
  db: Db,
  { id, level, first }: ProblemScope & { first: number },
): Promise<(ProblemRow & { total: number })[]> {
  return db.query<ProblemRow & { total: number }>(
    `SELECT level, file, line, key, code, facts, row_text, total
       FROM (SELECT p.*, count(*) OVER (PARTITION BY code) AS total,
                    row_number() OVER (PARTITION BY code ORDER BY file, line, id) AS place
               FROM import_problems p WHERE import_id = $1 AND level = $2) p
      WHERE place <= $3 ORDER BY total DESC, code, place`,
    [id, level, first],
  )
}

export async function countProblems(db: Db, id: number): Promise<Record<ProblemLevel, number>> {
  const row = await db.one<Record<ProblemLevel, number>>(
    `SELECT count(*) FILTER (WHERE level = 'error') AS error, count(*) FILTER (WHERE level = 'warning') AS warning,
            count(*) FILTER (WHERE level = 'left') AS "left" FROM import_problems WHERE import_id = $1`,
    [id],
  )
  return row ?? { error: 0, warning: 0, left: 0 }
}
