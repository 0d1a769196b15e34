import type { ErpMappingProblem } from '#contract/admin/erp.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import { transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { lockVersion, type Managing } from './manage-connections.ts'
import { readMapping } from './mapping-check.ts'

/** Stores a mapping given as JSON, or returns its problems. `version` is the one that was opened, and the new one. */
export function changeMapping(
  { pool, adapters }: Pick<Managing, 'pool' | 'adapters'>,
  by: Author,
  id: number,
  { version, mapping: text }: { version: number; mapping: string },
  locale: Locale,
): Promise<{ problems: ErpMappingProblem[]; version: number } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockVersion(db, id, version)
    const adapter = adapters.get(row.kind)
    if (adapter === undefined) return refuse('not_found')
    const { mapping, problems } = readMapping(text, adapter, locale)
    if (problems.length > 0) return { problems, version: row.version }
    await db.execute('UPDATE erp_connections SET mapping = $2, version = version + 1 WHERE id = $1', [
      id,
      JSON.stringify(mapping),
    ])
    await writeAudit(db, by, { action: 'change', noun: 'erp_connection', id: row.name, after: { mapping: 'changed' } })
    return { problems: [], version: row.version + 1 }
  })
}
