import { commandLineUser, listAudit } from '#contract/admin/audit.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { parsePeriod } from '#domain/text/calendar-day.ts'
import { fold } from '#domain/text/text.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { type AuditFilter, type AuditRow, maxCounted, countEntries, findEntries, listAuthors } from './queries.ts'

const defaultLimit = 50
const maxLimit = 100

export function registerAudit(calls: Calls, { pool }: { pool: Pool }): void {
  handle(calls, listAudit, ({ query }) => list(pool, query))
}

async function list(pool: Pool, query: Input<typeof listAudit>['query']): Promise<Reply<typeof listAudit>> {
  const limit = parseWholeNumber(query.limit, maxLimit) ?? defaultLimit
  const filter = parseFilter(query)
  const lastPage = Math.ceil(maxCounted / limit)
  const page = parseWholeNumber(query.page, lastPage) ?? 1
  const [rows, count, users] = await Promise.all([
    findEntries(pool, filter, { limit, offset: (page - 1) * limit }),
    countEntries(pool, filter),
    listAuthors(pool),
  ])
  const total = Math.min(count, maxCounted)
  const { user, noun, id, action, from, to } = filter
  return {
    items: rows.map(present),
    total,
    isTotalLeast: count > maxCounted,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    limit,
    user: user === null ? null : String(user),
    noun,
    id,
    action,
    from,
    to,
    q: clean(query.q) ?? '',
    users,
  }
}

function parseFilter({ user, noun, id, action, from, to, q }: Input<typeof listAudit>['query']): AuditFilter {
  return {
    user: user === commandLineUser ? user : parseWholeNumber(user, 2_147_483_647),
    noun: clean(noun),
    id: clean(id),
    action: clean(action),
    ...parsePeriod({ from, to }),
    words: fold(q ?? '').match(/[a-z0-9]+/g) ?? [],
  }
}

/** The database accepts no NUL in texts. */
function clean(text: string | undefined): string | null {
  return text?.replaceAll('\0', '').trim() || null
}

function parseWholeNumber(text: string | undefined, max: number): number | null {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Math.min(Math.max(Number(text), 1), max) : null
}

function present({ id, at, user_name, action, noun, noun_id, before, after, address }: AuditRow) {
  return { id, at: at.toISOString(), user: user_name, action, noun, nounId: noun_id, before, after, address }
}
