import { type AdminText, getAdminText, listAcceptances, listAllTexts, publishText } from '#contract/admin/texts.ts'
import { refuse } from '#contract/core/errors.ts'
import { acceptText, getText, listTexts, listTextsToAccept, textVersionMax } from '#contract/shop/texts.ts'
import { type TextKind, textKinds } from '#domain/texts/published-text.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { parsePaging } from '#server/platform/http/list-paging.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { publish } from './publish-text.ts'
import { countAcceptanceRows, findAcceptanceRows, parseAcceptanceFilter } from './acceptance-list.ts'
import { countAcceptances, currentVersions, findText, loadVersions } from './text-rows.ts'
import { acceptAsUser, loadTextsToAccept } from './user-acceptances.ts'

/** The endpoints of the texts of the store, for everybody and for administrators. */
export function registerTexts(calls: Calls, { pool, store }: { pool: Pool; store: Store }): void {
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
    const { textGraceDays } = store.facts().settings
    const published = await publish(pool, context, { ...body, kind: params.kind }, textGraceDays)
    return published.ok ? detail(pool, params.kind) : published
  })

  handle(calls, listAcceptances, async ({ query }) => {
    const { page, limit } = parsePaging(query)
    const filter = parseAcceptanceFilter(query)
    const [total, items] = await Promise.all([
      countAcceptanceRows(pool, filter),
      findAcceptanceRows(pool, filter, { limit, offset: (page - 1) * limit }),
    ])
    const pages = Math.max(1, Math.ceil(total / limit))
    const version = filter.version === null ? null : String(filter.version)
    return { items, total, page, pages, limit, sort: '-date' as const, ...filter, version }
  })

  const toAccept = async ({ actor, locale }: DealerContext) => {
    // An administrator who looks through the user's eyes must not accept for it.
    if (actor.impersonator !== null) return { items: [] }
    return { items: await loadTextsToAccept(pool, { userId: actor.userId, dealerId: actor.dealer.id }, locale) }
  }

  handle(calls, listTextsToAccept, (_input, context) => toAccept(context))

  handle(calls, acceptText, async ({ params: { kind }, body: { version } }, context) => {
    const { actor, locale, address } = context
    const user = { userId: actor.userId, dealerId: actor.dealer.id }
    const accepted = await acceptAsUser(pool, { ...user, kind, version, locale, address })
    return accepted.ok ? toAccept(context) : accepted
  })
}

async function detail(pool: Pool, kind: TextKind): Promise<AdminText> {
  const waitingFilter = { show: 'waiting', kind, version: null, q: '' } as const
  const [row, versions, waiting] = await Promise.all([
    findText(pool, kind, null),
    loadVersions(pool, kind),
    countAcceptanceRows(pool, waitingFilter),
  ])
  return {
    kind,
    version: row?.version ?? null,
    publishedAt: row?.published_at.toISOString() ?? null,
    html: row?.html ?? '',
    htmlEn: row?.html_en ?? '',
    versions,
    waiting,
  }
}

/** What is no number is the current version. */
function parseVersion(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Math.min(Number(text), textVersionMax) : null
}

const inOrder = <Row extends { kind: TextKind }>(rows: readonly Row[]): Row[] =>
  textKinds.flatMap((kind) => rows.find((row) => row.kind === kind) ?? [])
