import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerBuild } from 'react-router'
import { refuse } from '#contract/core/errors.ts'
import type { CallRegistry } from './calls.ts'
import { finishPage } from './finish-page.ts'
import { pathOf, routePathOf } from './normal-path.ts'
import {
  encodeOnce,
  encodingFor,
  encodingOnceFor,
  storeBytes,
  type StoredBytes,
  type StoredEncoding,
} from './page-bytes.ts'
import { type CachedPage, createPageCache } from './page-cache.ts'
import { callRunner } from './page-calls.ts'
import { pageRenderer, type RenderOptions, visitorSplitting } from './page-renderer.ts'
import { fillMarks, type SlotTexts } from './page-slots.ts'
import { createRenderBudget, type RenderLimits } from './render-budget.ts'
import type { RequestContext } from './request-context.ts'
import { csrfTokenOf, type Secret } from './secrets.ts'
import { pagesRoute } from './other-methods.ts'
import { isStored, type PageRequest, type PageRules, sendPage } from './send-page.ts'
import { createSharedPages } from './shared-pages.ts'
import { sendRefusal } from './wire.ts'

export type { PageRules } from './send-page.ts'

/** The context of a call that a page makes. */
type PageContext<Self> = RequestContext & { onShown(listener: (visitor: Self) => void): void }

export type PageOptions<Context extends PageContext<Context>> = RenderOptions<Context> & {
  secret: Secret
  readContext(request: FastifyRequest, reply: FastifyReply, setsCookies: boolean): Promise<Context>
  /** `path` is the path of the address in lower case, without its query and without a slash at the end. */
  rulesOf(path: string): PageRules
  /** Visitors with the same variant get the same page; null: the visitor's pages are never cached. */
  variantOf(context: Context): string | null
  /** Whether the visitor's page at this path is shared with those who get the same answers to its calls. */
  isShared(context: Context, path: string): boolean
  isUnavailable(error: unknown): boolean
  /** Changes with any data that guests can see; null turns the caches off. */
  cacheStamp(): string | null
  /** The query keys that pages of guests depend on. A cached page is rendered without others. */
  queryKeys: ReadonlySet<string>
  /** Limits on rendering for each `payerOf` a visitor; none in tests. */
  renderLimits?: RenderLimits | undefined
  /** Whose budget a rendered page takes from. */
  payerOf(context: Context): string
}

export function loadBuiltPages(path: string): Promise<ServerBuild> {
  return import(pathToFileURL(path).href) as Promise<ServerBuild>
}

/** Renders every address that is neither a call nor a file on the server. */
export function renderPages<Context extends PageContext<Context>>(
  app: FastifyInstance,
  calls: CallRegistry<Context>,
  options: PageOptions<Context>,
): void {
  const cache = createPageCache<GuestPage<Context>>()
  const shared = createSharedPages()
  const render = pageRenderer(options)
  const budget = options.renderLimits && createRenderBudget(options.renderLimits)

  /** Renders within the visitor's budget; null if a refusal was sent. */
  async function renderWithin(
    reply: FastifyReply,
    visitor: Context,
    listeners: readonly ((visitor: Context) => void)[],
    run: () => ReturnType<typeof render>,
  ) {
    const payer = options.payerOf(visitor)
    const seconds = budget?.take(payer) ?? 0
    if (seconds > 0) {
      await sendRefusal(reply, refuse('too_many_requests', { seconds }), visitor.locale)
      return null
    }
    const page = await (budget === undefined ? run() : budget.run(payer, run))
    if (page.status === 200 || page.location !== null) for (const listener of listeners) listener(visitor)
    return page
  }

  /** The calls of a visitor's page, and who wants to know of visitors that are shown it. */
  function callsOf(visitor: Context) {
    const listeners: ((visitor: Context) => void)[] = []
    const listening = { ...visitor, onShown: (listener: (visitor: Context) => void) => void listeners.push(listener) }
    return { run: callRunner(calls, listening, options.isUnavailable), listeners }
  }

  /** Sends a page that was just rendered. `store` returns the bytes of one that is complete, null if it is not stored. */
  async function sendRendered(
    reply: FastifyReply,
    page: Awaited<ReturnType<typeof render>>,
    to: PageRequest & { store(html: string, scripts: readonly string[]): Promise<Buffer | null>; texts?(): SlotTexts },
  ) {
    if (page.location !== null) return reply.redirect(page.location, page.status)
    const { html, scripts } = finishPage(page.html)
    const { status } = page
    const stored = status === 200 ? await to.store(html, scripts) : null
    if (stored !== null) return sendPage(reply, { status, bytes: stored, scripts, cacheState: 'miss' }, to)
    const encoding = encodingOnceFor(to.request.headers['accept-encoding'])
    const bytes = await encodeOnce(fillMarks(html, to.texts?.() ?? {}), encoding)
    return sendPage(reply, { status, bytes, scripts, cacheState: 'off' }, { ...to, encoding })
  }

  /** A page that is stored by its address and the versions of what guests see. */
  async function sendGuestPage(
    reply: FastifyReply,
    visitor: Context,
    { address, key }: GuestRequest,
    to: StoredRequest,
  ) {
    const cached = cache.get(key)
    if (cached !== undefined) {
      for (const listener of cached.listeners) listener(visitor)
      const bytes = await cached.bytes.as(to.encoding)
      return sendPage(reply, { status: 200, bytes, scripts: cached.scripts, cacheState: 'hit' }, to)
    }
    const { run, listeners } = callsOf(visitor)
    const page = await renderWithin(reply, visitor, listeners, () =>
      // Pages that visitors share contain no token.
      render({ request: to.request, address, visitor, run, token: '', isShared: false }),
    )
    if (page === null) return reply
    const store = async (html: string, scripts: readonly string[]) => {
      const bytes = await storeBytes(html)
      cache.set(key, { bytes, scripts, listeners })
      return bytes.as(to.encoding)
    }
    return sendRendered(reply, page, { ...to, store })
  }

  /** A page that is stored by its address and the answers of its calls, without the visitor's own texts. */
  async function sendSharedPage(reply: FastifyReply, visitor: Context, to: StoredRequest) {
    const { request, encoding, token } = to
    const address = JSON.stringify([request.url, visitor.locale, options.storesStyles(visitor)])
    const { run, listeners } = callsOf(visitor)
    const own = shared.open(address, run, await visitorSplitting(options, visitor, token))
    const found = await own.find()
    if (found !== undefined) {
      for (const listener of listeners) listener(visitor)
      const bytes = await found.bytes.as(encoding, own.texts())
      return sendPage(reply, { status: 200, bytes, scripts: found.scripts, cacheState: 'hit' }, to)
    }
    const page = await renderWithin(reply, visitor, listeners, () =>
      render({ request, address: request.url, visitor, run: own.run, token, isShared: true }),
    )
    if (page === null) return reply
    const store = async (html: string, scripts: readonly string[]) =>
      (await own.store(html, scripts))?.bytes.as(encoding, own.texts()) ?? null
    return sendRendered(reply, page, { ...to, store, texts: own.texts })
  }

  async function sendOwnPage(reply: FastifyReply, visitor: Context, to: PageRequest) {
    const { request, token } = to
    const { run, listeners } = callsOf(visitor)
    const page = await renderWithin(reply, visitor, listeners, () =>
      render({ request, address: request.url, visitor, run, token, isShared: false }),
    )
    return page === null ? reply : sendRendered(reply, page, { ...to, store: async () => null })
  }

  app.get(pagesRoute, async (request, reply) => {
    // The router's own data requests are not served: after the first page the browser uses the calls of the contract.
    if (/\.data(\?|$)/.test(request.url) || request.url.startsWith('/__manifest')) return reply.callNotFound()
    // No call has this address: a program expects the error as JSON, not as a page.
    if (/^\/api(\/|\?|$)/.test(request.url)) return reply.callNotFound()
    // A file that does not exist needs no page.
    if (/^\/(assets|drawings)\//i.test(request.url)) return reply.callNotFound()
    const path = routePathOf(request.url)
    const rules = options.rulesOf(path)
    const visitor = await options.readContext(request, reply, rules.setsCookies)
    const encoding = encodingFor(request.headers['accept-encoding'])
    const token = csrfTokenOf(options.secret, visitor.visitorId)
    const to = { request, visitor, rules, encoding, mode: options.mode, token }
    const stamp = options.cacheStamp()
    if (stamp === null || request.url.length > maxLength || !isStored(rules)) return sendOwnPage(reply, visitor, to)
    const variant = options.variantOf(visitor)
    if (variant !== null) {
      const address = withKnownQuery(request.url, options.queryKeys)
      return sendGuestPage(reply, visitor, { address, key: JSON.stringify([address, variant, stamp]) }, to)
    }
    return options.isShared(visitor, path) ? sendSharedPage(reply, visitor, to) : sendOwnPage(reply, visitor, to)
  })
}

/** A page of guests, with the listeners to call for each visitor who gets it. */
type GuestPage<Visitor> = CachedPage & { bytes: StoredBytes; listeners: ((visitor: Visitor) => void)[] }
/** `encoding`: of a stored page. */
type StoredRequest = PageRequest & { encoding: StoredEncoding }
type GuestRequest = { address: string; key: string }

/** Of addresses whose pages are stored, in characters. */
const maxLength = 300

/** The URL with the known query keys in one order. Others change nothing on the page: tracking, or to miss the cache. */
function withKnownQuery(url: string, known: ReadonlySet<string>): string {
  const path = pathOf(url)
  if (path === url) return url
  const query = new URLSearchParams([...new URLSearchParams(url.slice(path.length))].filter(([key]) => known.has(key)))
  query.sort()
  return query.size === 0 ? path : `${path}?${query}`
}
