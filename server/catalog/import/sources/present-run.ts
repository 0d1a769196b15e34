import type { SourceRun } from '#contract/admin/imports/import-sources.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import type { SourceRunRow } from './queries.ts'

/** A run as administrators see it; null for none. */
export function presentRun(row: SourceRunRow | undefined, locale: Locale): SourceRun | null {
  if (row === undefined) return null
  return {
    id: row.id,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    askedBy: row.asked_by_name,
    outcome: row.outcome,
    reason: reasonText(row, locale),
    bytes: row.bytes,
    importId: row.import_id,
    importState: row.import_state,
    created: row.summary?.created ?? null,
    updated: row.summary?.updated ?? null,
    offSale: row.summary?.source?.offSale ?? null,
  }
}

/** The sentence that says why a run failed or waits. */
export function reasonText({ reason, facts }: Pick<SourceRunRow, 'reason' | 'facts'>, locale: Locale): string | null {
  return reason === null ? null : translate(locale, `imports.sources.reasons.${reason}`, facts)
}
