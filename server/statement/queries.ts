import type { MovementKind } from '#contract/shop/statement.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type StatementFilter = {
  dealerId: number
  currency: string
  from: Day | null
  to: Day | null
  /** Words of the document number and the description; empty for all. */
  q: string
}

export type MovementRow = {
  id: number
  posted_on: Day
  due_on: Day | null
  document_no: string
  kind: MovementKind
  description: string
  debit: string
  credit: string
  balance: string
  unpaid: string
}

export type StatementSums = {
  opening: string
  closing: string
  debit: string
  credit: string
  total: number
}

export type StatementPart = StatementSums & { items: MovementRow[] }

/** Movements that match the filter. Without words the index contains everything needed. */
function foundBy(filter: StatementFilter): string {
  const hasWords = wordsOf(filter.q).length > 0
  return `found AS ${hasWords ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (
    SELECT id, posted_on, debit, credit FROM account_movements
     WHERE dealer_id = $1 AND currency = $2
       AND posted_on >= coalesce($3::date, '-infinity') AND posted_on <= coalesce($4::date, 'infinity')
       AND ${hasWords ? 'folded LIKE ALL ($5::text[])' : '$5::text[] IS NOT NULL'})`
}

/**
 * The figures of a statement in one pass over the account. Words filter everything but the opening and closing balance.
 */
function sumsOf(filter: StatementFilter): string {
  const hasWords = wordsOf(filter.q).length > 0
  const part = hasWords
    ? '(SELECT sum(debit) AS debit, sum(credit) AS credit, count(*)::int AS total FROM found)'
    : 'whole'
  return `whole AS MATERIALIZED (
    SELECT coalesce(sum(debit - credit) FILTER (WHERE posted_on < $3::date), 0) AS opening,
           coalesce(sum(debit) FILTER (WHERE posted_on >= coalesce($3::date, '-infinity')), 0) AS debit,
           coalesce(sum(credit) FILTER (WHERE posted_on >= coalesce($3::date, '-infinity')), 0) AS credit,
           count(*) FILTER (WHERE posted_on >= coalesce($3::date, '-infinity'))::int AS total
      FROM account_movements
     WHERE dealer_id = $1 AND currency = $2 AND posted_on <= coalesce($4::date, 'infinity')
  ), sums AS MATERIALIZED (
    SELECT whole.opening, whole.opening + whole.debit - whole.credit AS closing,
           coalesce(part.debit, 0) AS debit, coalesce(part.credit, 0) AS credit, part.total
      FROM whole CROSS JOIN ${part} AS part
  )`
}

/**
 * The movements of `page` with the running balance of the whole account: filters hide movements but do not change
 * balances. Only movements between the ends of the page are added up one by one; older ones are one sum, or the closing
 * balance minus the newer ones if that is less to add up.
 */
const BALANCES = `
  oldest AS (SELECT posted_on, id FROM page ORDER BY posted_on, id LIMIT 1),
  newest AS (SELECT posted_on, id FROM page ORDER BY posted_on DESC, id DESC LIMIT 1),
  before AS MATERIALIZED (
    SELECT CASE WHEN $7::bigint * 2 < (SELECT total FROM sums) THEN (SELECT closing FROM sums) - (
             SELECT coalesce(sum(debit - credit), 0) FROM account_movements
              WHERE dealer_id = $1 AND currency = $2 AND posted_on <= coalesce($4::date, 'infinity')
                AND (posted_on, id) >= (SELECT posted_on, id FROM oldest))
           ELSE (
             SELECT coalesce(sum(debit - credit), 0) FROM account_movements
              WHERE dealer_id = $1 AND currency = $2 AND (posted_on, id) < (SELECT posted_on, id FROM oldest))
           END AS balance
  ), span AS MATERIALIZED (
    SELECT id, sum(debit - credit) OVER (ORDER BY posted_on, id ROWS UNBOUNDED PRECEDING) AS grown
      FROM account_movements
     WHERE dealer_id = $1 AND currency = $2 AND (posted_on, id) >= (SELECT posted_on, id FROM oldest)
       AND (posted_on, id) <= (SELECT posted_on, id FROM newest)
  ), items AS (
    SELECT m.id, m.posted_on, m.due_on, m.document_no, m.kind, m.description, m.debit, m.credit, m.unpaid,
           before.balance + span.grown AS balance
      FROM page JOIN span USING (id) JOIN account_movements m USING (id) CROSS JOIN before
  )`

function paramsOf(filter: StatementFilter): unknown[] {
  const { dealerId, currency, from, to, q } = filter
  return [dealerId, currency, from, to, likeWords(q)]
}

/** Patterns of which every one must match. */
export const likeWords = (q: string): string[] => wordsOf(q).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

/** Every word must occur, in any order. Words are folded. */
function wordsOf(q: string): string[] {
  return q.split(/\s+/).filter((word) => word !== '')
}

const nameOf = (what: string, { q }: StatementFilter) => `statement_${what}${q === '' ? '' : '_words'}`

/** The totals of a statement and one page of its movements, newest first, in one statement. */
export async function loadStatement(
  db: Db,
  filter: StatementFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<StatementPart> {
  const row = await db.one<StatementPart>(
    `WITH ${foundBy(filter)},
          page AS MATERIALIZED (
            SELECT id, posted_on FROM found ORDER BY posted_on DESC, id DESC LIMIT $6 OFFSET $7),
          ${sumsOf(filter)}, ${BALANCES}
     SELECT sums.*,
            coalesce((SELECT jsonb_agg(jsonb_build_object('id', id, 'posted_on', posted_on, 'due_on', due_on,
                        'document_no', document_no, 'kind', kind, 'description', description, 'debit', debit::text,
                        'credit', credit::text, 'balance', balance::text, 'unpaid', unpaid::text)
                      ORDER BY posted_on DESC, id DESC) FROM items), '[]') AS items
       FROM sums`,
    [...paramsOf(filter), limit, offset],
    nameOf('page', filter),
  )
  if (row === undefined) throw new Error('Could not read the totals of the statement.')
  return row
}

/** The number of movements of a statement, and its totals. */
export async function loadSums(db: Db, filter: StatementFilter): Promise<StatementSums> {
  const row = await db.one<StatementSums>(
    `WITH ${foundBy(filter)}, ${sumsOf(filter)} SELECT * FROM sums`,
    paramsOf(filter),
    nameOf('sums', filter),
  )
  if (row === undefined) throw new Error('Could not read the totals of the statement.')
  return row
}

/** All movements of a statement, oldest first, for a file. */
export async function loadAll(db: Db, filter: StatementFilter): Promise<MovementRow[]> {
  return db.query<MovementRow>(
    `SELECT id, posted_on, due_on, document_no, kind, description, debit, credit, balance, unpaid
       FROM (SELECT *, sum(debit - credit) OVER (ORDER BY posted_on, id ROWS UNBOUNDED PRECEDING) AS balance
               FROM account_movements
              WHERE dealer_id = $1 AND currency = $2 AND posted_on <= coalesce($4::date, 'infinity')) AS running
      WHERE posted_on >= coalesce($3::date, '-infinity') AND folded LIKE ALL ($5::text[])
      ORDER BY posted_on, id`,
    paramsOf(filter),
    'statement_all',
  )
}
