import { type AdminText, getAdminText, listAllTexts, publishText } from '#contract/admin/texts.ts'
import { refuse } from '#contract/core/errors.ts'
import { getText, listTexts, textVersionMax } from '#contract/shop/texts.ts'
import { type TextKind, textKinds } from '#domain/texts/published-text.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { publish } from './publish-text.ts'
import { countAcceptances, currentVersions, findText, loadAcceptedBy, loadVersions } from './text-rows.ts'

/** Acceptances that the page of a text shows. */
const acceptedMax = 200

/** The endpoints of the texts of the store, for everybody and for administrators. */
export function registerTexts(calls: Calls, { pool }: { pool: Pool }): void {
  handle(calls, listTexts, async () => {
    const rows = await currentVersions(pool)
    return {
      items: inOrder(rows).map(({ kind, version, published_at }) => {
        return { kind, version, publishedAt: published_at.toISOString() }
      }),
    }
  })

  handle(calls, getText, async ({ params, query }, { locale }) => {
    const row = await findText(pool, params.kind, parseVersion(query.version))
    if (row === undefined) return refuse('text_not_found')
    const html = locale === 'en' && row.html_en !== '' ? row.html_en : row.html
    const { kind, version, published_at, is_current: isCurrent } = row
    return { kind, version, publishedAt: published_at.toISOString(), html, isCurrent }
  })

  handle(calls, listAllTexts, async () => {
    const [rows, counts] = await Promise.all([currentVersions(pool), countAcceptances(pool)])
    return {
      items: textKinds.map((kind) => {
        const row = rows.find((each) => each.kind === kind)
        const acceptances = counts.find((each) => each.kind === kind)?.count ?? 0
        return {
          kind,
          version: row?.version ?? null,
          publishedAt: row?.published_at.toISOString() ?? null,
          acceptances,
        }
      }),
    }
  })

  handle(calls, getAdminText, ({ params }) => detail(pool, params.kind))

  handle(calls, publishText, async ({ params, body }, context) => {
    const published = await publish(pool, context, { ...body, kind: params.kind })
    return published.ok ? detail(pool, params.kind) : published
  })
}

async function detail(pool: Pool, kind: TextKind): Promise<AdminText> {
  const [row, versions, accepted] = await Promise.all([
    findText(pool, kind, null),
    loadVersions(pool, kind),
    loadAcceptedBy(pool, kind, acceptedMax),
  ])
  return {
    kind,
    version: row?.version ?? null,
    publishedAt: row?.published_at.toISOString() ?? null,
    html: row?.html ?? '',
    htmlEn: row?.html_en ?? '',
    versions,
    accepted,
  }
}

/** What is no number is the current version. */
function parseVersion(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Math.min(Number(text), textVersionMax) : null
}

const inOrder = <Row extends { kind: TextKind }>(rows: readonly Row[]): Row[] =>
  textKinds.flatMap((kind) => rows.find((row) => row.kind === kind) ?? [])
