import type { AuditAction, AuditNoun } from '#contract/admin/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Who makes a change: the context of a request of a user or a program, or the command line. */
export type Author = { actor: { userId: number } | null; service?: { keyId: number | null } | null; address: string }

/** Users who run commands on the machine have not signed in. */
export const commandLine: Author = { actor: null, address: '' }

export type AuditValues = Readonly<Record<string, unknown>>
export type AuditedChange = {
  action: AuditAction
  noun: AuditNoun
  /** The visible identifier: a key, a code, a reference. */
  id: string
  /** Never contains a secret, only whether there is one. */
  before?: AuditValues | null
  after?: AuditValues | null
}

/** Writes an audit entry in the change's own transaction. */
export async function writeAudit(db: Db, author: Author, change: AuditedChange): Promise<void> {
  const { action, noun, id, before = null, after = null } = change
  await db.execute(
    `INSERT INTO audit_log (user_id, action, noun, noun_id, before, after, address, key_id)
     VALUES ($1, $2, $3, $4, $5, $6, nullif($7, ''), $8)`,
    [
      author.actor?.userId ?? null,
      action,
      noun,
      id.slice(0, 200),
      before && JSON.stringify(before),
      after && JSON.stringify(after),
      author.address,
      author.service?.keyId ?? null,
    ],
  )
}

/** Writes the entries of many changes in their own transaction. */
export async function writeAuditEntries(db: Db, author: Author, changes: readonly AuditedChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ action, noun, id, before = null, after = null }) => {
    return { action, noun, noun_id: id.slice(0, 200), before, after }
  })
  await db.execute(
    `INSERT INTO audit_log (user_id, action, noun, noun_id, before, after, address, key_id)
     SELECT $2, action, noun, noun_id, before, after, nullif($3, ''), $4
       FROM json_to_recordset($1) AS c (action text, noun text, noun_id text, before jsonb, after jsonb)`,
    [JSON.stringify(rows), author.actor?.userId ?? null, author.address, author.service?.keyId ?? null],
  )
}

/** The values that differ, before and after; null if none does. */
export function differenceOf(
  before: AuditValues,
  after: AuditValues,
): { before: AuditValues; after: AuditValues } | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (values: AuditValues) => Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
  return changed.length === 0 ? null : { before: only(before), after: only(after) }
}
