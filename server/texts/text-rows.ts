import type { AdminText } from '#contract/admin/texts.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { TextKind } from '#domain/texts/published-text.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type TextRow = { id: number; kind: TextKind; version: number; published_at: Date }

/** The current version of each published text. */
export async function currentVersions(db: Db): Promise<TextRow[]> {
  return db.query<TextRow>(
    'SELECT DISTINCT ON (kind) id, kind, version, published_at FROM text_versions ORDER BY kind, version DESC',
    [],
    'texts_current',
  )
}

export type FullTextRow = TextRow & { html: string; html_en: string; is_current: boolean }

/** A version of a text; null: the current one. */
export async function findText(db: Db, kind: TextKind, version: number | null): Promise<FullTextRow | undefined> {
  return db.one<FullTextRow>(
    `SELECT id, kind, version, published_at, html, html_en,
            NOT EXISTS (SELECT FROM text_versions v WHERE v.kind = t.kind AND v.version > t.version) AS is_current
       FROM text_versions t WHERE kind = $1 AND ($2::integer IS NULL OR version = $2) ORDER BY version DESC LIMIT 1`,
    [kind, version],
    'text_find',
  )
}

type Acceptance = {
  applicationId: number
  locale: Locale
  address: string
  texts: readonly { kind: TextKind; version: number }[]
}

/** Records that an applicant accepted these versions of texts. */
export async function acceptTexts(db: Db, { applicationId, locale, address, texts }: Acceptance): Promise<void> {
  await db.execute(
    `INSERT INTO text_acceptances (text_id, application_id, locale, address)
     SELECT t.id, $1, $2, $3 FROM text_versions t
       JOIN unnest($4::text[], $5::integer[]) AS a (kind, version) ON a.kind = t.kind AND a.version = t.version`,
    [applicationId, locale, address, texts.map(({ kind }) => kind), texts.map(({ version }) => version)],
    'text_accept',
  )
}

type AcceptedRow = { kind: TextKind; version: number; at: Date; address: string }

/** The texts that an applicant accepted. */
export async function loadAcceptances(db: Db, applicationId: number): Promise<AcceptedRow[]> {
  return db.query<AcceptedRow>(
    `SELECT t.kind, t.version, a.accepted_at AS at, a.address
       FROM text_acceptances a JOIN text_versions t ON t.id = a.text_id WHERE a.application_id = $1 ORDER BY t.kind`,
    [applicationId],
    'text_acceptances',
  )
}

/** The number of acceptances of each current version. */
export async function countAcceptances(db: Db): Promise<{ kind: TextKind; count: number }[]> {
  return db.query<{ kind: TextKind; count: number }>(
    `SELECT t.kind, (SELECT count(*) FROM text_acceptances a WHERE a.text_id = t.id)::int
                  + (SELECT count(*) FROM text_user_acceptances a WHERE a.text_id = t.id)::int AS count
       FROM text_versions t WHERE t.version = (SELECT max(v.version) FROM text_versions v WHERE v.kind = t.kind)`,
    [],
    'text_acceptance_counts',
  )
}

type VersionRow = {
  version: number
  published_at: Date
  author: string | null
  acceptances: number
  must_accept: boolean
  accept_until: Date | null
  summary: string
}

/** All versions of a text, newest first. */
export async function loadVersions(db: Db, kind: TextKind): Promise<AdminText['versions']> {
  const rows = await db.query<VersionRow>(
    `SELECT t.version, t.published_at, u.name AS author,
            (SELECT count(*) FROM text_acceptances a WHERE a.text_id = t.id)::int
              + (SELECT count(*) FROM text_user_acceptances a WHERE a.text_id = t.id)::int AS acceptances,
            t.must_accept, t.accept_until, t.summary
       FROM text_versions t LEFT JOIN users u ON u.id = t.created_by WHERE t.kind = $1 ORDER BY t.version DESC`,
    [kind],
    'text_versions',
  )
  return rows.map(({ published_at, must_accept: mustAccept, accept_until, ...row }) => {
    return {
      ...row,
      mustAccept,
      publishedAt: published_at.toISOString(),
      acceptUntil: accept_until?.toISOString() ?? null,
    }
  })
}
