import type {
  deleteProgramChange,
  getProgramChange,
  PriceChangeRecord,
  publishProgramChange,
} from '#contract/integration/price-changes.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import type { Finder } from '#server/catalog/list/finder.ts'
import { withCommandPool } from '#server/platform/db/command-pool.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { ServiceContext } from '#server/visitor/visitor.ts'
import { removeChange } from './list-changes.ts'
import { createProgramDraft, type PricesWritten, setProgramPrices } from './program-step.ts'
import { requestPublication, withdrawChange } from './request-publication.ts'
import { showChange } from './show-change.ts'
import { undoChange } from './undo-change.ts'

export type { LineProblem } from './resolve-lines.ts'

type Published = { ok: true; change: PriceChangeRecord; units: number }
type Terms = { secondOver: number; now: Date }

/** The price changes of a program: of those that its key has made. Others are not found (docs/decisions/083). */
export const programChanges = {
  list: (db: Db, by: ServiceContext, { after, limit }: { after: number; limit: number }) =>
    loadRecords(db, by, 'c.id > $2 ORDER BY c.id LIMIT $3', [after, limit]),
  record: loadRecord,
  create: (
    pool: Pool,
    by: ServiceContext,
    given: Parameters<typeof createProgramDraft>[2],
  ): Promise<PricesWritten | Refusal> => withCommandPool(pool, (db) => createProgramDraft(db, by, given)),
  setPrices: (
    pool: Pool,
    by: ServiceContext,
    given: Parameters<typeof setProgramPrices>[2],
  ): Promise<PricesWritten | Refusal> => withCommandPool(pool, (db) => setProgramPrices(db, by, given)),
  show,
  async publish(
    pool: Pool,
    by: ServiceContext,
    { id, body }: { id: number; body: Input<typeof publishProgramChange>['body'] },
    terms: Terms,
  ): Promise<Published | Refusal> {
    const { revision, at = null, conflicts = 'ask' } = body
    const wanted = { revision, at: at === null ? null : new Date(at), conflicts }
    const done = await withCommandPool(pool, (db) =>
      requestPublication(db, by, { id, body: wanted }, { ...terms, limits: null }),
    )
    return isRefusal(done) ? done : withRecord(pool, by, { id, units: done.units })
  },
  async withdraw(pool: Pool, by: ServiceContext, id: number): Promise<Published | Refusal> {
    const done = await withdrawChange(pool, by, id)
    return isRefusal(done) ? done : withRecord(pool, by, { id, units: 0 })
  },
  async undo(pool: Pool, by: ServiceContext, id: number, { secondOver }: Terms): Promise<Published | Refusal> {
    const done = await withCommandPool(pool, (db) => undoChange(db, by, id, secondOver))
    return isRefusal(done) ? done : withRecord(pool, by, done)
  },
  async remove(pool: Pool, by: ServiceContext, id: number): Promise<Reply<typeof deleteProgramChange> | Refusal> {
    const done = await withCommandPool(pool, (db) => removeChange(db, by, id))
    return isRefusal(done) ? done : { isDeleted: true }
  },
}

async function withRecord(
  db: Db,
  by: ServiceContext,
  { id, units }: { id: number; units: number },
): Promise<Published | Refusal> {
  const change = await loadRecord(db, by, id)
  return change === undefined ? refuse('price_change_not_found') : { ok: true, change, units }
}

type Row = Omit<PriceChangeRecord, 'createdAt' | 'publishAt' | 'publishedAt'> & {
  created_at: Date
  publish_at: Date | null
  published_at: Date | null
}

async function loadRecords(
  db: Db,
  { service }: ServiceContext,
  wanted: string,
  params: readonly number[],
): Promise<{ place: number; record: PriceChangeRecord }[]> {
  const rows = await db.query<Row>(
    `SELECT c.id, c.revision, c.name, l.code AS "priceList", c.state, c.row_count AS rows, c.left_count AS left, c.created_at,
            c.publish_at, c.published_at, approver.name AS "approvedBy", c.undoes_id AS undoes, reversal.id AS "undoneBy"
       FROM price_changes c JOIN price_lists l ON l.id = c.price_list_id
       LEFT JOIN users approver ON approver.id = c.approved_by
       LEFT JOIN price_changes reversal ON reversal.undoes_id = c.id
      WHERE c.created_by_key = $1 AND ${wanted}`,
    [service.keyId, ...params],
  )
  return rows.map(({ created_at, publish_at, published_at, ...row }) => ({
    place: row.id,
    record: {
      ...row,
      createdAt: created_at.toISOString(),
      publishAt: publish_at?.toISOString() ?? null,
      publishedAt: published_at?.toISOString() ?? null,
    },
  }))
}

async function loadRecord(db: Db, by: ServiceContext, id: number): Promise<PriceChangeRecord | undefined> {
  return (await loadRecords(db, by, 'c.id = $2', [id]))[0]?.record
}

type Shown = { id: number; query: Input<typeof getProgramChange>['query']; secondOver: number }

async function show(
  db: Db,
  by: ServiceContext,
  finder: Finder,
  given: Shown,
): Promise<Reply<typeof getProgramChange> | Refusal> {
  const change = await loadRecord(db, by, given.id)
  if (change === undefined) return refuse('price_change_not_found')
  const shown = await showChange(db, finder, given)
  if (isRefusal(shown)) return shown
  const priceOf = (money: { value: number; currency: string } | null) =>
    money && { value: String(money.value), currency: money.currency }
  return {
    ...shown,
    change,
    secondPersonOver: shown.secondOver,
    items: shown.items.map(({ before, after, now, ...row }) => {
      return { ...row, before: priceOf(before), after: priceOf(after), now: priceOf(now) }
    }),
  }
}
