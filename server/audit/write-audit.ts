import type { AuditAction, AuditNoun } from '#contract/admin/audit.ts'
import type tr from '#locales/tr.json'
import type { Db } from '#server/platform/db/pool.ts'

/** Who makes a change: the context of a request of a user or a program, or the command line. */
export type Author = { actor: { userId: number } | null; service?: { keyId: number | null } | null; address: string }

/** Users who run commands on the machine have not signed in. */
export const commandLine: Author = { actor: null, address: '' }

/** The name of a value: one that the log has a label for. */
export type AuditField = keyof typeof tr.administration.audit.fields
export type AuditValues = Readonly<Partial<Record<AuditField, unknown>>>
/** Fails to compile where a field has no label in the texts. */
type Labelled<Values> = { [Field in keyof Values]: Field extends AuditField ? unknown : never }
export type AuditedChange<Before = AuditValues, After = AuditValues> = {
  action: AuditAction
  noun: AuditNoun
  /** The visible identifier: a key, a code, a reference. */
  id: string
  /** Never contains a secret, only whether there is one. */
  before?: Before | null
  after?: After | null
}

/** Writes an audit entry in the change's own transaction. */
export async function writeAudit<
  Before extends Labelled<Before> = AuditValues,
  After extends Labelled<After> = AuditValues,
>(db: Db, author: Author, change: AuditedChange<Before, After>): Promise<void> {
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
export function differenceOf<Before extends Labelled<Before>, After extends Labelled<After>>(
  before: Before,
  after: After,
): { before: AuditValues; after: AuditValues } | null {
  const [old, next] = [before, after].map((values): Record<string, unknown> => ({ ...values }))
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => JSON.stringify(old?.[name]) !== JSON.stringify(next?.[name]))
  const only = (values: Record<string, unknown> = {}) =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
  return changed.length === 0 ? null : { before: only(old), after: only(next) }
}
