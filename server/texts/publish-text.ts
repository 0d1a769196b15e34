import type { Refusal } from '#contract/core/errors.ts'
import type { TextKind } from '#domain/texts/published-text.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import { cleanDescription } from '#server/platform/clean-html.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { findText } from './text-rows.ts'

type StaffAuthor = Author & { actor: { userId: number } }
/** `version`: the one that was on screen; null before the first one. */
type NewText = {
  kind: TextKind
  html: string
  htmlEn: string
  version: number | null
  mustAccept?: boolean | undefined
  summary?: string | undefined
  summaryEn?: string | undefined
}

const clean = (html: string): string => cleanDescription(html.replaceAll('\0', '')).html

/**
 * Publishes the next version of a text, unless someone else has published one since. Dealers who have to accept it can order
 * without it for `graceDays`.
 */
export async function publish(
  pool: Pool,
  author: StaffAuthor,
  text: NewText,
  graceDays: number,
): Promise<{ ok: true } | Refusal> {
  const { kind, version, summary = '', summaryEn = '' } = text
  // Nobody accepts the text about cookies: the notice only says that it is there.
  const mustAccept = text.mustAccept === true && kind !== 'cookies'
  const [html, htmlEn] = [clean(text.html), clean(text.htmlEn)]
  return transactionOrRefusal(pool, async (db) => {
    if (html === '') abortTransaction('text_empty')
    const current = await findText(db, kind, null)
    if ((current?.version ?? null) !== version) abortTransaction('text_changed')
    if (current?.html === html && current.html_en === htmlEn) abortTransaction('text_unchanged')
    const next = (version ?? 0) + 1
    // The second of two publishers at once finds the number taken.
    const inserted = await db.execute(
      `INSERT INTO text_versions (kind, version, html, html_en, created_by, must_accept, accept_until, summary, summary_en)
       VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $6 THEN now() + make_interval(days => $7) END, $8, $9)
           ON CONFLICT (kind, version) DO NOTHING`,
      [kind, next, html, htmlEn, author.actor.userId, mustAccept, graceDays, cleanText(summary), cleanText(summaryEn)],
      'text_publish',
    )
    if (inserted === 0) abortTransaction('text_changed')
    const after = { version: next, mustAccept }
    await writeAudit(db, author, { action: 'create', noun: 'text', id: `${kind} ${next}`, after })
    return { ok: true as const }
  })
}
