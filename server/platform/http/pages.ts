import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, data, redirect, RouterContextProvider, type ServerBuild } from 'react-router'
import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import { refuse } from '#contract/core/errors.ts'
import { pages, secondFactorPath } from '#contract/core/pages.ts'
import type { CallRegistry } from './calls.ts'
import { errorBody } from './errors.ts'
import { pathOf, routePathOf } from './normal-path.ts'
import { createPageCache, type SplitPage, splitPage } from './page-cache.ts'
import { createRenderBudget, type RenderLimits } from './render-budget.ts'
import type { RequestContext } from './request-context.ts'
import { csrfTokenOf, randomToken, type Secret } from './secrets.ts'
import { contentSecurityPolicy } from './security.ts'
import { sendRefusal } from './wire.ts'

/** The rules of a page's response. */
export type PageRules = {
  /** Whether requests of the page may set cookies. */
  setsCookies: boolean
  /** Neither the server nor the browser stores the page. */
  isPrivate: boolean
  /** The address itself is a secret: it is not sent to other sites and not indexed. Implies `isPrivate`. */
  isSecret: boolean
  /** Whether the page may embed pages of other sites. */
  framesOtherSites: boolean
  /** Origins besides the shop's own that forms of the page may send to. */
  formTargets?(): Promise<readonly string[]>
}

/** The context of a call that a page makes. */
type PageContext<Self> = RequestContext & { onShown(listener: (visitor: Self) => void): void }

export type PageOptions<Context extends PageContext<Context>> = {
  secret: Secret
  readContext(request: FastifyRequest, reply: FastifyReply, setsCookies: boolean): Promise<Context>
  /** `path` is the path of the address in lower case, without its query and without a slash at the end. */
  rulesOf(path: string): PageRules
  /** Visitors with the same variant get the same page; null: the visitor's pages are never cached. */
  variantOf(context: Context): string | null
  /** The rendered bundle: built, or from the development server. */
  loadBuild(): Promise<ServerBuild>
  mode: 'production' | 'development'
  /** Origin of the shop, for absolute addresses. */
  publicUrl: string
  isUnavailable(error: unknown): boolean
  /** Styles to inline in each page; without them pages link to the files. */
  styles?: string
  /** Changes with any data that guests can see; null turns the cache off. */
  cacheStamp(): string | null
  /** The query keys that pages of guests depend on. A cached page is rendered without others. */
  queryKeys: ReadonlySet<string>
  /** Limits on rendering for each `payerOf` a visitor; none in tests. */
  renderLimits?: RenderLimits | undefined
  /** Whose budget a rendered page takes from. */
  payerOf(context: Context): string
}

// Placeholders in rendered pages, replaced in each response.
const noncePlaceholder = `nonce-${randomToken(12)}`
const csrfPlaceholder = `csrf-${randomToken(12)}`
const stylesPlaceholder = `styles-${randomToken(12)}`

export function loadBuiltPages(path: string): Promise<ServerBuild> {
  return import(pathToFileURL(path).href) as Promise<ServerBuild>
}

/** Renders every address that is neither a call nor a file on the server. */
export function renderPages<Context extends PageContext<Context>>(
  app: FastifyInstance,
  calls: CallRegistry<Context>,
  options: PageOptions<Context>,
): void {
  const cache = createPageCache<Context>()
  const render = pageRenderer(calls, options)
  const budget = options.renderLimits && createRenderBudget(options.renderLimits)
  app.get('/*', async (request, reply) => {
    // The router's own data requests are not served: after the first page the browser uses the calls of the contract.
    if (/\.data(\?|$)/.test(request.url) || request.url.startsWith('/__manifest')) return reply.callNotFound()
    // No call has this address: a program expects the error as JSON, not as a page.
    if (/^\/api(\/|\?|$)/.test(request.url)) return reply.callNotFound()
    // A file that does not exist needs no page.
    if (/^\/(assets|drawings)\//i.test(request.url)) return reply.callNotFound()
    const rules = options.rulesOf(routePathOf(request.url))
    const visitor = await options.readContext(request, reply, rules.setsCookies)
    const plainUrl = withKnownQuery(request.url, options.queryKeys)
    const key = cacheKey(plainUrl, visitor, rules, options)
    const cached = key === null ? undefined : cache.get(key)
    if (cached !== undefined) {
      for (const listener of cached.listeners) listener(visitor)
      return sendPage(reply, { status: 200, body: cached, cacheState: 'hit' }, { visitor, rules, options })
    }
    const payer = options.payerOf(visitor)
    const seconds = budget?.take(payer) ?? 0
    if (seconds > 0) return sendRefusal(reply, refuse('too_many_requests', { seconds }), visitor.locale)
    const listeners: ((visitor: Context) => void)[] = []
    const run = () =>
      render(request, key === null ? request.url : plainUrl, {
        ...visitor,
        onShown: (listener) => void listeners.push(listener),
      })
    const response = await (budget === undefined ? run() : budget.run(payer, run))
    const location = response.headers.get('location')
    if (location !== null) {
      for (const listener of listeners) listener(visitor)
      return reply.redirect(location, response.status)
    }
    const html = withLatePreloads(await response.text())
    const body = splitPage(html, [noncePlaceholder, csrfPlaceholder, stylesPlaceholder])
    if (response.status === 200) for (const listener of listeners) listener(visitor)
    if (key !== null && response.status === 200) cache.set(key, { ...body, listeners })
    const cacheState = key === null ? 'off' : 'miss'
    return sendPage(reply, { status: response.status, body, cacheState }, { visitor, rules, options })
  })
}

/** Lowers the priority of scripts below images and fonts: the page is visible before it is interactive. The router has no option for it. */
function withLatePreloads(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}

type RenderedPage = { status: number; body: SplitPage; cacheState: 'hit' | 'miss' | 'off' }
type PageRequest = {
  visitor: RequestContext
  rules: PageRules
  options: { secret: Secret; mode: 'production' | 'development'; styles?: string }
}

async function sendPage(reply: FastifyReply, page: RenderedPage, { visitor, rules, options }: PageRequest) {
  const nonce = randomToken(16)
  const formTargets = (await rules.formTargets?.()) ?? []
  const policy = { mode: options.mode, framesOtherSites: rules.framesOtherSites, formTargets }
  reply
    .code(page.status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', contentSecurityPolicy(nonce, policy))
    .header('cache-control', isStored(rules) ? 'private, no-cache' : 'no-store')
    .header('vary', 'cookie, accept-language')
    .header('x-page-cache', page.cacheState)
  if (page.status === 503) reply.header('retry-after', '2')
  if (rules.isSecret) reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
  const values = {
    [noncePlaceholder]: nonce,
    [csrfPlaceholder]: csrfTokenOf(options.secret, visitor.visitorId),
    [stylesPlaceholder]: options.styles ?? '',
  }
  return reply.send(page.body.fill(values))
}

const isStored = ({ isPrivate, isSecret }: PageRules): boolean => !isPrivate && !isSecret

/** The URL with the known query keys in one order. Others change nothing on the page: tracking, or to miss the cache. */
function withKnownQuery(url: string, known: ReadonlySet<string>): string {
  const path = pathOf(url)
  if (path === url) return url
  const query = new URLSearchParams([...new URLSearchParams(url.slice(path.length))].filter(([key]) => known.has(key)))
  query.sort()
  return query.size === 0 ? path : `${path}?${query}`
}

function cacheKey<Context extends PageContext<Context>>(
  url: string,
  visitor: Context,
  rules: PageRules,
  options: PageOptions<Context>,
): string | null {
  const stamp = options.cacheStamp()
  const variant = options.variantOf(visitor)
  if (variant === null || stamp === null || url.length > 300 || !isStored(rules)) return null
  return JSON.stringify([url, variant, stamp])
}

function pageRenderer<Context extends PageContext<Context>>(
  calls: CallRegistry<Context>,
  options: PageOptions<Context>,
) {
  let handler: { build: ServerBuild; run: ReturnType<typeof createRequestHandler> } | undefined
  return async (request: FastifyRequest, address: string, visitor: Context): Promise<Response> => {
    const build = await options.loadBuild()
    if (handler?.build !== build) handler = { build, run: createRequestHandler(build, options.mode) }
    const { callContext, pageContext } = build.entry.module as unknown as typeof import('#web/entry.server.tsx')
    const context = new RouterContextProvider()
    context.set(callContext, serverCall(calls, request, visitor, options.isUnavailable))
    context.set(pageContext, {
      locale: visitor.locale,
      nonce: noncePlaceholder,
      csrf: csrfPlaceholder,
      styles: options.styles ? stylesPlaceholder : '',
      publicUrl: options.publicUrl,
      report: (error) => request.log.error({ err: error }, 'Could not render the page.'),
    })
    const url = new URL(address, options.publicUrl)
    return handler.run(new Request(url, { headers: { accept: 'text/html' } }), context)
  }
}

/** The function with which loaders run calls, without HTTP. A refusal becomes a redirect to sign-in or an error page. */
function serverCall<Context extends RequestContext>(
  calls: CallRegistry<Context>,
  request: FastifyRequest,
  visitor: Context,
  isUnavailable: (error: unknown) => boolean,
) {
  return async <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E> | Record<string, never> = {},
  ): Promise<Reply<E>> => {
    const call = calls.find(endpoint.method, endpoint.path)
    if (call === undefined) throw new Error(`No handler for ${endpoint.method} ${endpoint.path}`)
    const answer = await call.run(input, visitor).catch((error: unknown) => {
      if (isUnavailable(error)) return refuse('unavailable')
      throw error
    })
    if (answer.ok) return answer.body as Reply<E>
    if (answer.code === 'not_signed_in') throw redirect(`${pages.login}?next=${encodeURIComponent(request.url)}`)
    if (answer.code === 'factor_required') throw redirect(secondFactorPath(request.url))
    throw data(errorBody(answer, visitor.locale).error, { status: request.server.statusOf(answer.code) })
  }
}
