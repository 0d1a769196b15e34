import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { feedRequestsMax } from '#contract/shop/feeds.ts'
import type { FeedFormat } from '#domain/feeds/feed-presets.ts'
import { type CatalogVersion, loadCatalogVersion } from '#server/catalog/catalog.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { clientAddress, networkOf } from '#server/platform/http/network.ts'
import { createQuota } from '#server/platform/limits/quota.ts'
import { headerText, localeOf } from '#server/platform/http/request-context.ts'
import { sendRefusal } from '#server/platform/http/wire.ts'
import { sheetRowsMax } from '#server/platform/xlsx/stream-xlsx.ts'
import { factsFor, type Store, viewOf } from '#server/settings/settings.ts'
import { fileTypes } from '#server/visitor/visitor.ts'
import { feedPieces, type FeedRequest, isTooLong, tellsChanges } from './feed-file.ts'
import { actorOf, saveTerms, type UsedFeed, useFeed } from './feed-rows.ts'

export type ServedFeeds = { pool: Pool; store: Store; publicUrl: string; version: string }

/** Requests with unknown addresses from one network. Addresses cannot be guessed: this saves the database the work. */
const unknownAddresses = { max: 60, seconds: 60 }
/** Files that this process makes at the same time, for all dealers and for one. */
const busyMax = 4
const busyOfDealer = 2
/** A client that reads more slowly is cut off. */
const milliseconds = 600_000
const busySeconds = 10

const types: Readonly<Record<FeedFormat, string>> = {
  xml: 'application/xml; charset=utf-8',
  csv: fileTypes.csv,
  json: 'application/json; charset=utf-8',
  xlsx: fileTypes.xlsx,
}

/** Serves dealers' feeds at their secret addresses (docs/feeds.md). */
export function serveFeeds(app: FastifyInstance, served: ServedFeeds): void {
  const failures = createQuota(served.pool, 'unknown feeds', { each: [unknownAddresses] })
  const busy: UsedFeed[] = []

  app.get<{ Params: { file: string } }>('/feeds/:file', async (request, reply) => {
    const answer = (refusal: Refusal) => {
      // The address itself is a secret.
      request.log.info({ code: refusal.code, file: '/feeds/:file', dealerId: feed?.dealer_id }, 'A file was refused.')
      return sendRefusal(reply.header('cache-control', 'no-store'), refusal, localeOf(request, undefined))
    }
    const [, token, format] = /^([\w-]{43})\.(xml|csv|json|xlsx)$/.exec(request.params.file) ?? []
    const feed = token === undefined ? undefined : await useFeed(served.pool, token, clientAddress(request.ip))
    if (feed === undefined || feed.shape.format !== format) {
      const seconds = failures.take(networkOf(request.ip))
      return answer(seconds > 0 ? refuse('too_many_attempts', { seconds }) : refuse('not_found'))
    }
    if (feed.window_requests > feedRequestsMax) {
      return answer(refuse('feed_limit', { limit: feedRequestsMax, seconds: feed.seconds_left }))
    }
    const prepared = await prepare(feed, request, served)
    if ('ok' in prepared) return answer(prepared)
    const { made, etag } = prepared
    reply
      .header('etag', etag)
      .header('cache-control', 'private, no-cache')
      .header('x-robots-tag', 'noindex')
      .header('feed-cursor', made.cursor)
      .header('feed-scope', made.since === null ? 'full' : 'changes')
      .type(types[feed.shape.format])
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    if (request.method === 'HEAD') return reply.send()
    if (await isTooLong(made)) return withoutVersion(reply, answer, refuse('export_too_long', { limit: sheetRowsMax }))
    const ofDealer = busy.filter(({ dealer_id }) => dealer_id === feed.dealer_id)
    if (busy.length >= busyMax || ofDealer.length >= busyOfDealer) {
      return withoutVersion(reply, answer, refuse('feed_busy', { seconds: busySeconds }))
    }
    busy.push(feed)
    return send(reply, made, () => void busy.splice(busy.indexOf(feed), 1))
  })
}

type Answer = (refusal: Refusal) => unknown

/** A refusal is no version of the feed. */
function withoutVersion(reply: FastifyReply, answer: Answer, refusal: Refusal) {
  for (const name of ['etag', 'feed-cursor', 'feed-scope']) reply.removeHeader(name)
  return answer(refusal)
}

function send(reply: FastifyReply, made: FeedRequest, done: () => void) {
  const stream = Readable.from(feedPieces(made), { objectMode: false })
  const timer = setTimeout(() => stream.destroy(new Error('The client reads too slowly.')), milliseconds)
  // Also after a client that went away or a database that failed.
  stream.once('close', () => {
    clearTimeout(timer)
    done()
  })
  return reply.send(stream)
}

/** Reads the version of what the feed shows before its content, so that a change in between has a version of its own. */
async function prepare(
  feed: UsedFeed,
  request: FastifyRequest,
  { pool, store, publicUrl, version }: ServedFeeds,
): Promise<{ made: FeedRequest; etag: string } | Refusal> {
  const facts = store.facts()
  const catalog = await loadCatalogVersion(pool)
  const { priceListId, discount } = actorOf(feed).dealer ?? {}
  const terms = hashOf([
    feed.revision,
    factsFor({ actor: actorOf(feed) }, facts).stamp,
    priceListId,
    discount,
    publicUrl,
    version,
  ])
  const termsVersion = await saveTerms(pool, feed, terms)
  const asked = firstText((request.query as Record<string, unknown>)['since'])
  const since = tellsChanges(feed.shape) ? sinceOf(asked, { terms, termsVersion, catalog }) : null
  if (since === undefined)
    return { ...refuse('validation_failed'), fields: { since: { text: 'feeds.problems.since' } } }
  const etag = hashOf([
    feed.id,
    terms.toString('hex'),
    catalog.version,
    since,
    request.headers['accept-encoding'] ?? '',
  ])
  const view = viewOf({ actor: actorOf(feed), choices: {}, locale: 'tr' }, facts)
  const cursor = cursorText(catalog.version, terms)
  const { shape, name: title } = feed
  return {
    etag: `"${etag.toString('base64url').slice(0, 27)}"`,
    made: { db: pool, view, shape, since, cursor, publicUrl, title },
  }
}

const hashOf = (parts: readonly unknown[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest()
const firstText = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first !== '' ? first : undefined
}

const cursorText = (version: number, terms: Buffer): string =>
  `${version.toString(36)}-${terms.toString('hex').slice(0, 16)}`

type Known = { terms: Buffer; termsVersion: number; catalog: CatalogVersion }

/**
 * The version of the catalog after which products changed, for a cursor or a moment; null for all products, which is also
 * the answer if the conditions changed since then. Undefined: neither a cursor nor a moment.
 */
function sinceOf(asked: string | undefined, { terms, termsVersion, catalog }: Known): number | null | undefined {
  if (asked === undefined) return null
  const [, digits, hash] = /^([0-9a-z]{1,11})-([0-9a-f]{16})$/.exec(asked) ?? []
  if (digits !== undefined) {
    const version = Number.parseInt(digits, 36)
    const isComplete = cursorText(version, terms) === `${digits}-${hash}` && version >= catalog.whole
    return isComplete ? version : null
  }
  const moment = momentOf(asked)
  if (moment === undefined) return undefined
  return moment >= catalog.whole && moment >= termsVersion ? moment : null
}

/** Microseconds since 1970 of `2026-11-23T08:15:02Z` or with another offset. */
function momentOf(text: string): number | undefined {
  // In an address, an unescaped + is a space.
  const written = text.replace(/ (?=\d\d:\d\d$)/, '+')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.test(written)) return undefined
  const milliseconds = Date.parse(written)
  return Number.isNaN(milliseconds) ? undefined : milliseconds * 1000
}

/** Whether the client has this version (RFC 9110, If-None-Match). */
function isKnown(header: string | string[] | undefined, etag: string): boolean {
  const text = headerText(header)
  return (
    text !== undefined &&
    (text.trim() === '*' || text.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))
  )
}

/** Replaces the secret parts of feeds' addresses in a text, such as a log line. */
export const scrubFeedTokens = (text: string): string => text.replaceAll(/(\/feeds\/)[\w-]{20,}/g, '$1***')
