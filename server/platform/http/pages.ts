import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, data, redirect, RouterContextProvider, type ServerBuild } from 'react-router'
import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import { refuse } from '#contract/core/errors.ts'
import { isBarePage, isPayingPage, isSecretPage, pages } from '#contract/core/pages.ts'
import type { CallContext } from './context.ts'
import { errorBody } from './errors.ts'
import type { Calls } from './handle.ts'
import { createPageCache } from './page-cache.ts'
import { csrfTokenOf, randomToken } from './secrets.ts'
import { contentSecurityPolicy } from './security.ts'
import { readVisit, type VisitOptions } from './visit.ts'

export type PageOptions = VisitOptions & {
  /** The rendered bundle: built, or given by the development server. */
  loadBuild(): Promise<ServerBuild>
  mode: 'production' | 'development'
  /** Where the shop is reached, for absolute addresses. */
  publicUrl: string
  isUnavailable(error: unknown): boolean
  /** The styles that each page carries; without them it names their files. */
  styles?: string
  /** Changes whenever something that a guest can see changed; null switches the cache off. */
  cacheStamp(): string | null
  /** Origins of the banks that the frame of a card payment sends the card to. */
  bankOrigins?(): Promise<readonly string[]>
}

// Stand in rendered pages where each answer gets its own nonce and token, and the styles that all share.
const nonceMark = `nonce-${randomToken(12)}`
const csrfMark = `csrf-${randomToken(12)}`
const stylesMark = `styles-${randomToken(12)}`

export function loadBuiltPages(path: string): Promise<ServerBuild> {
  return import(pathToFileURL(path).href) as Promise<ServerBuild>
}

/** Every address that is no call and no file is a page, rendered with its content. */
export function renderPages(app: FastifyInstance, calls: Calls, options: PageOptions): void {
  const cache = createPageCache()
  const render = pageRenderer(calls, options)
  // The router's own data addresses are closed: after the first page each step is a call of the contract.
  app.get('/*', async (request, reply) => {
    if (/\.data(\?|$)/.test(request.url) || request.url.startsWith('/__manifest')) return reply.callNotFound()
    // A bank leads to the result without the payer's cookies; one for a new guest would take the place of theirs.
    const setsCookies = pathOf(request) !== pages.paymentResult
    const visit = await readVisit(request, reply, options, setsCookies)
    const key = cacheKey(request, visit, options)
    const cached = key === null ? undefined : cache.get(key)
    if (cached !== undefined) {
      for (const tell of cached.told) tell(visit)
      return sendPage(reply, visit, options, { status: 200, body: cached, state: 'hit' })
    }
    const told: ((visitor: CallContext) => void)[] = []
    const response = await render(request, { ...visit, onShown: (tell) => void told.push(tell) })
    const location = response.headers.get('location')
    if (location !== null) return reply.redirect(location, response.status)
    const html = withLatePreloads(await response.text())
    const body = cache.split(html, [nonceMark, csrfMark, stylesMark])
    if (response.status === 200) for (const tell of told) tell(visit)
    if (key !== null && response.status === 200) cache.set(key, { ...body, told })
    return sendPage(reply, visit, options, { status: response.status, body, state: key === null ? 'off' : 'miss' })
  })
}

/** Scripts bring a page to life that is seen already: its picture and its letters come first. The router has no prop for this. */
function withLatePreloads(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}

type Page = { status: number; body: ReturnType<ReturnType<typeof createPageCache>['split']>; state: string }

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

async function sendPage(reply: FastifyReply, visit: CallContext, options: PageOptions, page: Page) {
  const nonce = randomToken(16)
  const path = pathOf(reply.request)
  const isPaying = isPayingPage(path)
  const isSecret = isSecretPage(path)
  const formTargets = path === pages.paymentStart ? await options.bankOrigins?.() : undefined
  const policy = { mode: options.mode, framesBanks: isPaying && !isBarePage(path), formTargets: formTargets ?? [] }
  reply
    .code(page.status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', contentSecurityPolicy(nonce, policy))
    .header('cache-control', isPaying || isSecret ? 'no-store' : 'private, no-cache')
    .header('vary', 'cookie, accept-language')
    .header('x-page-cache', page.state)
  if (page.status === 503) reply.header('retry-after', '2')
  if (isSecret) reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
  const csrf = csrfTokenOf(options.secret, visit.visitorId)
  return reply.send(page.body.fill({ [nonceMark]: nonce, [csrfMark]: csrf, [stylesMark]: options.styles ?? '' }))
}

/** Guests who chose alike get the same page. Signed-in people get their own, and guests with a cart. */
function cacheKey(request: FastifyRequest, visit: CallContext, options: PageOptions): string | null {
  const stamp = options.cacheStamp()
  const isOwn = visit.actor !== null || visit.guestCart?.isKept === true
  if (isOwn || stamp === null || request.url.length > 300) return null
  if (isPayingPage(request.url) || isSecretPage(request.url)) return null
  return JSON.stringify([request.url, visit.locale, visit.choices, visit.hasSessionEnded, stamp])
}

function pageRenderer(calls: Calls, options: PageOptions) {
  let handler: { build: ServerBuild; run: ReturnType<typeof createRequestHandler> } | undefined
  return async (request: FastifyRequest, visit: CallContext): Promise<Response> => {
    const build = await options.loadBuild()
    if (handler?.build !== build) handler = { build, run: createRequestHandler(build, options.mode) }
    const { callContext, pageContext } = build.entry.module as unknown as typeof import('#web/entry.server.tsx')
    const context = new RouterContextProvider()
    context.set(callContext, serverCall(calls, request, visit, options))
    context.set(pageContext, {
      locale: visit.locale,
      nonce: nonceMark,
      csrf: csrfMark,
      styles: options.styles ? stylesMark : '',
      publicUrl: options.publicUrl,
      report: (error) => request.log.error({ err: error }, 'page failed'),
    })
    const url = new URL(request.url, options.publicUrl)
    return handler.run(new Request(url, { headers: { accept: 'text/html' } }), context)
  }
}

/** What loaders call: the same core as over the wire. Refusals become a redirect to sign-in or an error page. */
function serverCall(calls: Calls, request: FastifyRequest, visit: CallContext, options: PageOptions) {
  return async <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E> | Record<string, never> = {},
  ): Promise<Reply<E>> => {
    const call = calls.find(endpoint.method, endpoint.path)
    if (call === undefined) throw new Error(`No handler for ${endpoint.method} ${endpoint.path}`)
    const answer = await call.run(input, visit).catch((error: unknown) => {
      if (options.isUnavailable(error)) return refuse('unavailable')
      throw error
    })
    if (answer.ok) return answer.body as Reply<E>
    if (answer.code === 'not_signed_in') throw redirect(`${pages.login}?next=${encodeURIComponent(request.url)}`)
    throw data(errorBody(answer, visit.locale).error, { status: request.server.statusOf(answer.code) })
  }
}
