import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { TextToAccept } from '#contract/shop/texts.ts'
import { type TextChange, textChanges } from '#domain/texts/difference.ts'
import type { TextKind } from '#domain/texts/published-text.ts'
import type { ReadPart } from '#server/platform/db/together.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'

type DealerUser = { userId: number; dealerId: number }

/**
 * Texts `t` of which a user `u` has to accept the version, or a later one: the contract is accepted by an owner for the
 * whole dealer, other texts by each user. What the dealer accepted when it applied counts, too. The seats of representatives
 * are no people of the dealer: they accept nothing, but cannot order for a dealer without a contract.
 */
export const pendingSql = `t.must_accept AND (u.representative_id IS NULL OR t.kind = 'dealer_contract')
  AND NOT EXISTS (SELECT FROM text_versions v WHERE v.kind = t.kind AND v.must_accept AND v.version > t.version)
  AND NOT EXISTS (
    SELECT FROM text_user_acceptances a JOIN text_versions v ON v.id = a.text_id
     WHERE v.kind = t.kind AND v.version >= t.version
       AND (a.user_id = u.id OR (t.kind = 'dealer_contract' AND a.dealer_id = u.dealer_id)))
  AND NOT EXISTS (
    SELECT FROM text_acceptances a JOIN text_versions v ON v.id = a.text_id JOIN applications p ON p.id = a.application_id
     WHERE v.kind = t.kind AND v.version >= t.version AND p.dealer_id = u.dealer_id
       AND (t.kind = 'dealer_contract' OR p.email = u.email))`

type PendingRow = {
  kind: TextKind
  accept_until: Date
  is_late: boolean
  may_accept: boolean
  current_version: number
  current_html: string
  current_html_en: string
  published_at: Date
  summary: string
  summary_en: string
  known_html: string | null
  known_html_en: string | null
}

/** The texts that a user of a dealer has to accept, with what is new in them. */
export async function loadTextsToAccept(db: Db, user: DealerUser, locale: Locale): Promise<TextToAccept[]> {
  const rows = await db.query<PendingRow>(
    `SELECT t.kind, t.accept_until, t.accept_until <= now() AS is_late,
            t.kind <> 'dealer_contract' OR u.user_role IS NOT DISTINCT FROM 'owner' AS may_accept,
            c.version AS current_version, c.html AS current_html, c.html_en AS current_html_en, c.published_at,
            t.summary, t.summary_en, k.html AS known_html, k.html_en AS known_html_en
       FROM users u CROSS JOIN text_versions t
       JOIN LATERAL (SELECT * FROM text_versions v WHERE v.kind = t.kind ORDER BY v.version DESC LIMIT 1) c ON true
       -- The latest version that the user knows, or the one before the changes.
       LEFT JOIN LATERAL (
         SELECT v.html, v.html_en FROM text_versions v
          WHERE v.kind = t.kind AND v.version < t.version
          ORDER BY EXISTS (SELECT FROM text_user_acceptances a WHERE a.text_id = v.id
                            AND (a.user_id = u.id OR a.dealer_id = u.dealer_id)) DESC, v.version DESC LIMIT 1) k ON true
      WHERE u.id = $1 AND u.dealer_id = $2 AND ${pendingSql}
      ORDER BY t.kind`,
    [user.userId, user.dealerId],
    'texts_to_accept',
  )
  return rows.map((row) => presentPending(row, locale))
}

function presentPending(row: PendingRow, locale: Locale): TextToAccept {
  const isEnglish = locale === 'en' && row.current_html_en !== ''
  const known = isEnglish && row.known_html_en !== '' ? row.known_html_en : row.known_html
  const html = isEnglish ? row.current_html_en : row.current_html
  const changes: TextChange[] = known === null ? [] : textChanges(known, html)
  return {
    kind: row.kind,
    version: row.current_version,
    publishedAt: row.published_at.toISOString(),
    acceptUntil: row.accept_until.toISOString(),
    isLate: row.is_late,
    mayAccept: row.may_accept,
    summary: locale === 'en' && row.summary_en !== '' ? row.summary_en : row.summary,
    html,
    changes,
  }
}

/** Whether a user of a dealer, the parameter `user`, has to accept a text. */
export const hasTextsToAcceptSql = (user: string): string =>
  `EXISTS (SELECT FROM users u CROSS JOIN text_versions t WHERE u.id = ${user} AND ${pendingSql})`

/** A text that a user should have accepted by now. */
export type MissingText = { kind: TextKind }

export function missingTextsPart({ userId, dealerId }: DealerUser): ReadPart<MissingText> {
  return {
    sql: `SELECT t.kind FROM users u CROSS JOIN text_versions t
           WHERE u.id = $1 AND u.dealer_id = $2 AND t.accept_until <= now() AND ${pendingSql}`,
    params: [userId, dealerId],
  }
}

/** Why a user who has not accepted these texts cannot order. Null: nothing is missing. */
export function missingTextsRefusal(rows: readonly MissingText[]): Refusal | null {
  if (rows.length === 0) return null
  const isContract = rows.every(({ kind }) => kind === 'dealer_contract')
  return refuse(isContract ? 'contract_not_accepted' : 'texts_not_accepted')
}

type Accepting = DealerUser & { kind: TextKind; version: number; locale: Locale; address: string }

/** Records that a user accepts the version that was on screen, for itself or as the owner for the dealer. */
export function acceptAsUser(pool: Pool, { userId, dealerId, ...given }: Accepting): Promise<{ ok: true } | Refusal> {
  const { kind, version, locale, address } = given
  return transactionOrRefusal(pool, async (db) => {
    const text = await db.one<{ id: number; is_current: boolean; may_accept: boolean }>(
      `SELECT t.id, NOT EXISTS (SELECT FROM text_versions v WHERE v.kind = t.kind AND v.version > t.version) AS is_current,
              t.kind <> 'dealer_contract' OR u.user_role IS NOT DISTINCT FROM 'owner' AS may_accept
         FROM text_versions t, users u WHERE t.kind = $1 AND t.version = $2 AND u.id = $3 AND u.dealer_id = $4`,
      [kind, version, userId, dealerId],
      'text_to_accept',
    )
    if (text === undefined || kind === 'cookies') return abortTransaction('text_not_found')
    if (!text.is_current) abortTransaction('text_changed')
    if (!text.may_accept) abortTransaction('text_owner_only')
    // A second click, or another tab.
    await db.execute(
      `INSERT INTO text_user_acceptances (text_id, user_id, dealer_id, locale, address)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [text.id, userId, dealerId, locale, address],
      'text_accept_user',
    )
    return { ok: true as const }
  })
}
