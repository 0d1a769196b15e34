import { addFeed, changeFeed, feedChoices, feedPath, listFeeds, removeFeed, renewFeed } from '#contract/shop/feeds.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { loadBrandRows, loadCategoryRows } from '#server/catalog/catalog.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { decryptValue } from '#server/platform/http/encrypted.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { factsFor, type Store, usableCurrencies, viewOf } from '#server/settings/settings.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { type FeedRow, listFeedRows, tokenBinding } from './feed-rows.ts'
import { type Allowed, deleteFeed, insertFeed, parseFeed, renewToken, updateFeed } from './manage-feeds.ts'

type Deps = { pool: Pool; store: Store; secret: Secret; publicUrl: string }

/** Registers the calls by which dealers manage their feeds. */
export function registerFeedCalls(calls: Calls, deps: Deps): void {
  const { pool, store } = deps

  const allowedFor = (context: DealerContext): Allowed => {
    const facts = store.facts()
    const { seesPrices, settings } = viewOf(context, facts)
    const currencies = usableCurrencies(factsFor(context, facts)).toSorted(
      (a, b) => Number(b.isDefault) - Number(a.isDefault),
    )
    return {
      currencies: currencies.map(({ code }) => code),
      hasPrices: seesPrices,
      hasListPrices: seesPrices && settings.showListPrice === '1',
    }
  }
  const list = async (context: DealerContext) => {
    const rows = await listFeedRows(pool, context.actor.dealer.id)
    const showsAddress = context.actor.impersonator === null
    return {
      items: rows.map((row) => presentFeed(row, showsAddress ? addressOf(row, deps) : null)),
      ...allowedFor(context),
      currencies: [...allowedFor(context).currencies],
    }
  }
  const afterwards = async (outcome: { ok: true } | Refusal, context: DealerContext) =>
    outcome.ok ? list(context) : outcome

  handle(calls, listFeeds, (_, context) => list(context))

  handle(calls, feedChoices, async () => {
    const [brands, categories] = await Promise.all([loadBrandRows(pool), loadCategoryRows(pool)])
    return { brands, categories }
  })

  handle(calls, addFeed, async ({ body }, context) => {
    const feed = parseFeed(body, allowedFor(context))
    return 'ok' in feed ? feed : afterwards(await insertFeed(deps, context, feed), context)
  })

  handle(calls, changeFeed, async ({ params, body }, context) => {
    const feed = parseFeed(body, allowedFor(context))
    return 'ok' in feed ? feed : afterwards(await updateFeed(deps, context, params.id, feed), context)
  })

  handle(calls, renewFeed, async ({ params }, context) =>
    afterwards(await renewToken(deps, context, params.id), context),
  )

  handle(calls, removeFeed, async ({ params }, context) =>
    afterwards(await deleteFeed(deps, context, params.id), context),
  )
}

function addressOf({ token_hash, token_sealed, shape }: FeedRow, { secret, publicUrl }: Deps): string | null {
  const token = decryptValue(secret, tokenBinding(token_hash), token_sealed)
  return typeof token === 'string' ? publicUrl + feedPath(token, shape.format) : null
}

function presentFeed(row: FeedRow, url: string | null) {
  return {
    id: row.id,
    name: row.name,
    ...row.shape,
    percent: row.shape.percent.replace('.', ','),
    url,
    user: row.user_name,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedFrom: row.last_used_from,
  }
}
