import { isMailAddress } from '#contract/core/mail-address.ts'
import { type AuditedChange, type Author, differenceOf, writeAuditEntries } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { rowsTransaction } from '#server/platform/db/rows-transaction.ts'

/** A dealer's user. Only what is named changes; `email` is in lower case and identifies it. */
export type UserRowInput = {
  line: number
  email: string
  dealer?: string | undefined
  name?: string | undefined
  canOrder?: boolean | undefined
  isActive?: boolean | undefined
}
export type UserRowProblem = 'email_invalid' | 'email_taken' | 'name_missing' | 'dealer_missing' | 'dealer_unknown'
export type UserRowResult = {
  line: number
  status: 'created' | 'updated' | 'unchanged' | 'rejected'
  problem: UserRowProblem | null
}
type Options = { author: Author; isAtomic: boolean }

type Stored = {
  id: number
  email: string
  name: string
  role: 'dealer' | 'admin'
  dealer_id: number | null
  dealer: string | null
  can_order: boolean
  is_disabled: boolean
}
type Values = { email: string; name: string; dealer: string; canOrder: boolean }
type Write = { id: number | null; values: Values; dealer_id: number; is_disabled: boolean; ends_sessions: boolean }
type Plan = UserRowResult & { write?: Write; changes?: AuditedChange[] }

/**
 * Adds and changes users of dealers by their email addresses, which differ. Administrators are never changed. A new user
 * has no password. Another dealer, or deactivation, ends the sessions of a user. Good rows are written although others are
 * rejected, unless `isAtomic`.
 */
export function saveUserRows(
  pool: Pool,
  rows: readonly UserRowInput[],
  { author, isAtomic }: Options,
): Promise<{ isWritten: boolean; results: UserRowResult[] }> {
  return rowsTransaction(pool, isAtomic, async (db) => {
    // Email addresses are unique: saves run one after the other.
    await db.execute('SELECT pg_advisory_xact_lock(19, 2)')
    const users = await loadUsers(db, rows)
    const dealers = await loadDealers(db, rows)
    const plans = rows.map((row) => planRow(row, users.get(row.email), dealers))
    await writeUsers(
      db,
      plans.flatMap(({ write }) => write ?? []),
    )
    await writeAuditEntries(
      db,
      author,
      plans.flatMap(({ changes = [] }) => changes),
    )
    return plans.map(({ line, status, problem }) => ({ line, status, problem }))
  })
}

async function loadUsers(db: Db, rows: readonly UserRowInput[]): Promise<Map<string, Stored>> {
  const found = await db.query<Stored>(
    `SELECT u.id, u.email, u.name, u.role, u.dealer_id, d.code AS dealer, u.can_order, u.disabled_at IS NOT NULL AS is_disabled
       FROM users u LEFT JOIN dealers d ON d.id = u.dealer_id WHERE u.email = ANY ($1) ORDER BY u.id FOR NO KEY UPDATE OF u`,
    [rows.map(({ email }) => email)],
  )
  return new Map(found.map((user) => [user.email, user]))
}

async function loadDealers(db: Db, rows: readonly UserRowInput[]): Promise<Map<string, number>> {
  const found = await db.query<{ id: number; code: string }>('SELECT id, code FROM dealers WHERE code = ANY ($1)', [
    rows.flatMap(({ dealer }) => dealer ?? []),
  ])
  return new Map(found.map(({ id, code }) => [code, id]))
}

function planRow(row: UserRowInput, user: Stored | undefined, dealers: ReadonlyMap<string, number>): Plan {
  const { line, email } = row
  const rejected = (problem: UserRowProblem): Plan => ({ line, status: 'rejected', problem })
  if (!isMailAddress(email)) return rejected('email_invalid')
  if (user?.role === 'admin') return rejected('email_taken')
  const before: Values = {
    email,
    name: user?.name ?? '',
    dealer: user?.dealer ?? '',
    canOrder: user?.can_order ?? true,
  }
  const after: Values = {
    email,
    name: row.name ?? before.name,
    dealer: row.dealer ?? before.dealer,
    canOrder: row.canOrder ?? before.canOrder,
  }
  if (after.name === '') return rejected('name_missing')
  if (after.dealer === '') return rejected('dealer_missing')
  const dealerId = row.dealer === undefined ? user?.dealer_id : dealers.get(row.dealer)
  if (dealerId == null) return rejected('dealer_unknown')
  const wasDisabled = user?.is_disabled ?? false
  const isDisabled = row.isActive === undefined ? wasDisabled : !row.isActive
  const difference = differenceOf(before, after)
  if (user !== undefined && difference === null && isDisabled === wasDisabled) {
    return { line, status: 'unchanged', problem: null }
  }
  const entry = { noun: 'user', id: email } as const
  const changes: AuditedChange[] = []
  if (user === undefined) changes.push({ ...entry, action: 'create', after: { ...after, role: 'dealer' } })
  else if (difference !== null) changes.push({ ...entry, action: 'change', ...difference })
  if (isDisabled !== wasDisabled) changes.push({ ...entry, action: isDisabled ? 'deactivate' : 'activate' })
  const isMoved = user !== undefined && dealerId !== user.dealer_id
  const ends = isMoved || (isDisabled && !wasDisabled)
  const write = {
    id: user?.id ?? null,
    values: after,
    dealer_id: dealerId,
    is_disabled: isDisabled,
    ends_sessions: ends,
  }
  return { line, status: user === undefined ? 'created' : 'updated', problem: null, write, changes }
}

async function writeUsers(db: Db, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return
  const given = writes.map(({ values: { email, name, canOrder }, ...rest }) => ({
    ...rest,
    email,
    name,
    can_order: canOrder,
  }))
  const rows = [JSON.stringify(given)]
  const columns = 'id integer, email text, name text, dealer_id integer, can_order boolean, is_disabled boolean'
  await db.execute(
    `INSERT INTO users (email, name, role, dealer_id, can_order, disabled_at)
     SELECT g.email, g.name, 'dealer', g.dealer_id, g.can_order, CASE WHEN g.is_disabled THEN now() END
       FROM json_to_recordset($1) AS g (${columns}) WHERE g.id IS NULL`,
    rows,
  )
  // Nobody is bound to an address of another dealer.
  await db.execute(
    `DELETE FROM user_addresses b USING json_to_recordset($1) AS g (${columns})
      WHERE b.user_id = g.id AND b.dealer_id <> g.dealer_id`,
    rows,
  )
  await db.execute(
    `UPDATE users u SET name = g.name, dealer_id = g.dealer_id, can_order = g.can_order,
            disabled_at = CASE WHEN g.is_disabled THEN coalesce(u.disabled_at, now()) END
       FROM json_to_recordset($1) AS g (${columns}) WHERE u.id = g.id`,
    rows,
  )
  const ended = writes.flatMap(({ id, ends_sessions }) => (ends_sessions && id !== null ? [id] : []))
  await db.execute('DELETE FROM sessions WHERE user_id = ANY ($1)', [ended])
  const disabled = writes.flatMap(({ id, is_disabled }) => (is_disabled && id !== null ? [id] : []))
  await db.execute('DELETE FROM one_time_links WHERE user_id = ANY ($1) AND used_at IS NULL', [disabled])
}
