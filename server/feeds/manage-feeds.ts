import { feedsMax, type FeedValues } from '#contract/shop/feeds.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { isElementPath, wrongColumn } from '#domain/feeds/feed-fields.ts'
import { feedPresets } from '#domain/feeds/feed-presets.ts'
import { parseNumber } from '#domain/money/number-text.ts'
import { decimal } from '#domain/money/money.ts'
import { raisePercentMax, raisePercentMin } from '#domain/pricing/raise-price.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { encryptValue, decryptValue, type Sealed } from '#server/platform/http/encrypted.ts'
import { acceptedSecrets, randomToken, type Secret } from '#server/platform/http/secrets.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'
import { tokenBinding, tokenHash } from './feed-rows.ts'
import type { FeedShape } from './feed-item.ts'

/** What the shop lets its dealers choose. */
export type Allowed = { currencies: readonly string[]; hasPrices: boolean; hasListPrices: boolean }
type NewFeed = { name: string; shape: FeedShape }

/** Checks what was typed in the form. */
export function parseFeed(typed: FeedValues, allowed: Allowed): NewFeed | Refusal {
  const checks = createFieldCheck()
  const problem = (field: string, name: string, facts?: Record<string, string | number>) => {
    checks.fields[field] ??= { text: `feeds.problems.${name}`, ...(facts && { facts }) }
  }
  const { name: typedName, ...shape } = typed
  const name = checks.text('name', typedName, { max: 80, isNeeded: true })
  const preset = feedPresets[typed.preset]
  if (!preset.formats.includes(typed.format)) problem('format', 'format')
  const percent = percentOf(typed.percent)
  if (percent === null) problem('percent', 'percent', { least: raisePercentMin, most: raisePercentMax })
  if (!allowed.currencies.includes(typed.currency)) problem('currency', 'currency')
  if (typed.price === 'list' && !allowed.hasListPrices) problem('price', 'listPrices')
  const columns = preset.isFixed ? [] : typed.columns.map(({ field, name: each }) => ({ field, name: each.trim() }))
  const root = (preset.isFixed ? preset.root : typed.root).trim()
  const item = (preset.isFixed ? preset.item : typed.item).trim()
  if (!preset.isFixed) {
    const isXml = typed.format === 'xml'
    const wrong = wrongColumn(columns, isXml)
    if (!columns.some(({ field }) => field === 'code')) problem('columns', 'code')
    else if (wrong !== undefined) problem('columns', isXml ? 'element' : 'column', { name: wrong.name })
    if (isXml && !isElementPath(root)) problem('root', 'element', { name: root })
    if (isXml && (!isElementPath(item) || item.includes('/'))) problem('item', 'element', { name: item })
  }
  const refusal = checks.refusal()
  if (refusal !== null) return refusal
  return { name, shape: { ...shape, percent: percent ?? '0', root, item, columns } }
}

function percentOf(typed: string): string | null {
  const read = parseNumber(typed.trim() || '0', ',')
  if (!read.ok || read.currency !== undefined) return null
  const value = decimal(read.value)
  const isAllowed = value.greaterThanOrEqualTo(raisePercentMin) && value.lessThanOrEqualTo(raisePercentMax)
  return isAllowed && value.decimalPlaces() <= 2 ? value.toString() : null
}

type Managing = { pool: Pool; secret: Secret }

/** Makes a feed with a new address. */
export function insertFeed(
  { pool, secret }: Managing,
  by: DealerContext,
  feed: NewFeed,
): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const dealerId = by.actor.dealer.id
    // Two requests at the same time count each other.
    await db.execute('SELECT pg_advisory_xact_lock(76, $1)', [dealerId])
    const { hash, sealed } = newToken(secret)
    const added = await db.execute(
      `INSERT INTO dealer_feeds (dealer_id, user_id, name, token_hash, token_sealed, shape)
       SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM dealer_feeds WHERE dealer_id = $1) < $7`,
      [dealerId, by.actor.userId, feed.name, hash, sealed, JSON.stringify(feed.shape), feedsMax],
    )
    if (added === 0) abortTransaction(refuse('feeds_full', { most: feedsMax }))
    await writeAudit(db, by, {
      action: 'create',
      noun: 'dealer_feed',
      id: nounId(by, feed.name),
      after: auditedOf(feed.shape),
    })
    return { ok: true as const }
  })
}

/** Changes what a feed contains. From now on it has the view of the user who changed it. */
export function updateFeed(
  { pool }: Managing,
  by: DealerContext,
  id: number,
  feed: NewFeed,
): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const before = await lockFeed(db, by, id)
    await db.execute(
      `UPDATE dealer_feeds SET name = $2, shape = $3, user_id = $4, revision = revision + 1, changed_at = now()
        WHERE id = $1`,
      [id, feed.name, JSON.stringify(feed.shape), by.actor.userId],
    )
    const change = differenceOf(
      { name: before.name, ...auditedOf(before.shape) },
      { name: feed.name, ...auditedOf(feed.shape) },
    )
    if (change !== null) {
      await writeAudit(db, by, { action: 'change', noun: 'dealer_feed', id: nounId(by, feed.name), ...change })
    }
    return { ok: true as const }
  })
}

/** Gives a feed a new address. */
export function renewToken({ pool, secret }: Managing, by: DealerContext, id: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const { name } = await lockFeed(db, by, id)
    const { hash, sealed } = newToken(secret)
    await db.execute(
      'UPDATE dealer_feeds SET token_hash = $2, token_sealed = $3, user_id = $4, changed_at = now() WHERE id = $1',
      [id, hash, sealed, by.actor.userId],
    )
    await writeAudit(db, by, { action: 'set_secrets', noun: 'dealer_feed', id: nounId(by, name) })
    return { ok: true as const }
  })
}

export function deleteFeed({ pool }: Managing, by: DealerContext, id: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const { name, shape } = await lockFeed(db, by, id)
    await db.execute('DELETE FROM dealer_feeds WHERE id = $1', [id])
    await writeAudit(db, by, { action: 'remove', noun: 'dealer_feed', id: nounId(by, name), before: auditedOf(shape) })
    return { ok: true as const }
  })
}

async function lockFeed(db: Db, by: DealerContext, id: number): Promise<NewFeed> {
  const row = await db.one<{ name: string; shape: FeedShape }>(
    'SELECT name, shape FROM dealer_feeds WHERE id = $1 AND dealer_id = $2 FOR NO KEY UPDATE',
    [id, by.actor.dealer.id],
  )
  return row ?? abortTransaction('not_found')
}

function newToken(secret: Secret): { hash: Buffer; sealed: Buffer } {
  const token = randomToken(32)
  const hash = tokenHash(token)
  return { hash, sealed: encryptValue(secret, tokenBinding(hash), token) }
}

const nounId = ({ actor }: DealerContext, name: string) => `${actor.dealer.code} · ${name}`

const auditedOf = ({ columns, brands, categories, ...shape }: FeedShape) => ({
  ...shape,
  columns: columns.map(({ field, name }) => (field === name ? name : `${field}=${name}`)).join(' '),
  brands: brands.join(' '),
  categories: categories.join(' '),
})

export async function sealedFeedTokens(db: Db): Promise<Sealed[]> {
  const rows = await db.query<{ token_hash: Buffer; token_sealed: Buffer }>(
    'SELECT token_hash, token_sealed FROM dealer_feeds',
  )
  return rows.map(({ token_hash, token_sealed }) => ({ binding: tokenBinding(token_hash), value: token_sealed }))
}

/** Encrypts all tokens with the current session secret, so that the former one can be removed. */
export async function resealFeedTokens(db: Db, secret: Secret): Promise<void> {
  const [, former] = acceptedSecrets(secret)
  if (former === undefined) return
  const rows = await db.query<{ id: number; token_hash: Buffer; token_sealed: Buffer }>(
    'SELECT id, token_hash, token_sealed FROM dealer_feeds',
  )
  for (const { id, token_hash, token_sealed } of rows) {
    const token = decryptValue(former, tokenBinding(token_hash), token_sealed)
    if (token === null) continue
    await db.execute('UPDATE dealer_feeds SET token_sealed = $3 WHERE id = $1 AND token_hash = $2', [
      id,
      token_hash,
      encryptValue(secret, tokenBinding(token_hash), token),
    ])
  }
}
