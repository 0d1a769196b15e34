import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { type ErrorCode, refuse, type Refusal } from '#contract/core/errors.ts'
import { type Locale, stampHeader } from '#contract/core/visitor.ts'
import { type Answer, type CallRegistry, isForPrograms } from './calls.ts'
import { type EncodedReply, encodedReply } from './encoded-reply.ts'
import { errorBody } from './errors.ts'
import { OutsideCallsOff } from './outside-switch.ts'
import { serviceBodyLimit, unpackBody } from './packed-body.ts'
import { encodingOnceFor } from './page-bytes.ts'
import { wantsHtml, plainPage, plainPagePolicy } from './plain-page.ts'
import { isCsrfToken, type Secret } from './secrets.ts'
import type { RequestContext } from './request-context.ts'
import { preferredLocale } from './words.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which the handler reads. */
    takesFile?: boolean
    /** Answers 503 while the data folder is missing. */
    storesFiles?: boolean
    /** Answers 503 while the limits of all processes cannot be counted. */
    needsLimits?: boolean
  }
}

export type WireOptions<Context extends RequestContext> = {
  secret: Secret
  readContext(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<Context> | Context
  /** Checks the key of a program's call before its body is read. */
  admitService(request: FastifyRequest, access: Endpoint['access']): Promise<Refusal | null>
  /** A stamp of the store's state and the visitor's choices, sent with each answer. */
  stampOf(context: Context): string
  /** The page to which a form redirects visitors who are not signed in. */
  formSignInPath: string
}

/** Adds a route for every registered call. */
export function wireCalls<Context extends RequestContext>(
  app: FastifyInstance,
  calls: CallRegistry<Context>,
  options: WireOptions<Context>,
): void {
  for (const { endpoint, run } of calls.all) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: {
        takesFile: endpoint.encoding === 'file',
        storesFiles: endpoint.encoding === 'file' || endpoint.storesFiles === true,
        needsLimits: endpoint.needsLimits === true,
      },
      ...(isForPrograms(endpoint) ? serviceRoute(endpoint, options) : {}),
      ...(endpoint.hasLongText ? { bodyLimit: longTextLimit } : {}),
      handler: async (request, reply) => {
        const context = await options.readContext(endpoint, request, reply)
        reply.header(stampHeader, options.stampOf(context))
        const answer = checkCsrf(endpoint, request, context, options.secret) ?? (await run(rawInput(request), context))
        return endpoint.signed === 'form' && context.wantsHtml
          ? redirectAfterForm(reply, answer, context.locale, options.formSignInPath)
          : sendAnswer(reply, answer, context.locale)
      },
    })
  }
}

/** Bytes: a million characters, each escaped or of several bytes. */
const longTextLimit = 4 * 1024 * 1024

/** Programs send large bodies, also compressed, and are checked before these are read. */
function serviceRoute({ access }: Endpoint, { admitService }: Pick<WireOptions<RequestContext>, 'admitService'>) {
  return {
    bodyLimit: serviceBodyLimit,
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const refusal = await admitService(request, access)
      if (refusal === null) return undefined
      reply.header('cache-control', 'no-store')
      return sendRefusal(reply, refusal, preferredLocale(request.headers['accept-language']))
    },
    preParsing: unpackBody,
  }
}

function rawInput(request: FastifyRequest) {
  return { params: request.params, query: request.query, body: request.body }
}

/** Addresses of programs, also of calls that do not exist. */
const pathsOfPrograms = /^\/api\/(?:integration|dealer)\//

/** Returns what the handler returns: Fastify waits for the end of a reply that a handler sends itself, which takes longer. */
function sendAnswer(reply: FastifyReply, answer: Answer, locale: Locale): unknown {
  reply.header('cache-control', 'no-store')
  if (!answer.ok) return sendRefusal(reply, answer, locale)
  const encoded = encodedReply(answer)
  return encoded === undefined ? answer.body : sendEncoded(reply, encoded)
}

/** The compressed bytes that the reply has ready. */
function sendEncoded(reply: FastifyReply, encoded: EncodedReply): Buffer | string {
  const encoding = encodingOnceFor(reply.request.headers['accept-encoding'])
  const packed = encoded.as(encoding)
  reply.type('application/json; charset=utf-8')
  if (packed === null) return encoded.json()
  reply.header('vary', 'accept-encoding').header('content-encoding', encoding)
  return packed
}

/** Answers a form that a page sent without scripts: redirects to the path that the call returns. */
function redirectAfterForm(reply: FastifyReply, answer: Answer, locale: Locale, signInPath: string) {
  reply.header('cache-control', 'no-store')
  if (answer.ok) return reply.redirect((answer.body as { location: string }).location, 303)
  if (answer.code === 'not_signed_in') return reply.redirect(signInPath, 303)
  return sendRefusal(reply, answer, locale)
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal, locale: Locale) {
  const seconds = refusal.facts?.seconds ?? (refusal.code === 'unavailable' ? 2 : undefined)
  if (seconds !== undefined) reply.header('retry-after', String(seconds))
  const body = errorBody(refusal, locale, pathsOfPrograms.test(reply.request.url))
  reply.code(reply.server.statusOf(refusal.code))
  if (!wantsHtml(reply.request)) return reply.send(body)
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', plainPagePolicy)
    .send(plainPage(body.error.messages.type, locale))
}

/** Calls that change data need the page's token and the XMLHttpRequest header (decisions, "Sign-in and calls"). */
function checkCsrf(
  endpoint: Endpoint,
  request: FastifyRequest,
  context: RequestContext,
  secret: Secret,
): Refusal | null {
  if (
    endpoint.method === 'GET' ||
    isForPrograms(endpoint) ||
    hasToken(endpoint, request, (token) => isCsrfToken(secret, context.visitorId, token))
  )
    return null
  // The token is bound to the session: when that has ended, report it rather than the token.
  const code = context.hasSessionEnded ? 'not_signed_in' : 'csrf_failed'
  context.log.info({ code }, 'A call without a valid token was refused.')
  return refuse(code)
}

function hasToken(endpoint: Endpoint, request: FastifyRequest, isToken: (token: string) => boolean): boolean {
  if (endpoint.signed === 'form') {
    const token = (request.body as Record<string, unknown> | undefined)?._token
    return typeof token === 'string' && isToken(token)
  }
  const token = request.headers['x-csrf-token']
  const isFromScript = request.headers['x-requested-with'] === 'XMLHttpRequest'
  return isFromScript && typeof token === 'string' && isToken(token)
}

/** Calls that write files answer 503 while the data folder is missing, before they read the body. */
export function requireDataFolder(app: FastifyInstance, isPresent: () => Promise<boolean>): void {
  app.addHook('onRequest', async (request, reply) => {
    const { storesFiles } = request.routeOptions.config
    if (storesFiles !== true || (await isPresent())) return
    return sendRefusal(reply, refuse('unavailable'), preferredLocale(request.headers['accept-language']))
  })
}

/** Refuses sign-in and payment while their limits cannot be counted. Everything else goes on. */
export function requireLimits(app: FastifyInstance, isAvailable: () => boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.needsLimits !== true || isAvailable()) return
    const refusal = refuse('limits_unavailable', { seconds: 5 })
    return sendRefusal(reply, refusal, preferredLocale(request.headers['accept-language']))
  })
}

type FailureOptions = {
  /** Whether an error means that a service the shop needs, such as the database, cannot be reached. */
  isUnavailable(error: unknown): boolean
  /** The HTTP status of an error code. */
  statusOf(code: ErrorCode): number
}

/** Answers failures outside a handler: broken JSON, wrong content type, too large, database unreachable, and bugs. */
export function answerFailures(app: FastifyInstance, { isUnavailable, statusOf }: FailureOptions): void {
  app.decorate('statusOf', statusOf)
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const refusal = isBrokenForm(error, request) ? refuse('bad_request') : refusalOf(error, isUnavailable)
    if (refusal.code === 'internal') request.log.error({ err: error }, 'Request failed.')
    else if (refusal.code === 'unavailable') request.log.warn({ reason: error.message }, 'Service unavailable.')
    return sendRefusal(reply, refusal, preferredLocale(request.headers['accept-language']))
  })
}

/** The multipart parser throws errors without status or code. No other code runs before the body is parsed. */
function isBrokenForm(error: { statusCode?: number }, request: FastifyRequest): boolean {
  const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false
  return isForm && error.statusCode === undefined && request.body == null
}

/** Answers URLs that cannot be decoded or have a path parameter that is too long. */
export function answerBadAddress(error: { code: string }, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refuse(error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'not_found' : 'bad_request')
  void sendRefusal(reply, refusal, preferredLocale(request.headers['accept-language']))
}

const brokenStatuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Answers what is not a valid request: headers that are too large, or no HTTP. The language of the client is unknown.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = brokenStatuses[error.code ?? ''] ?? '400 Bad Request'
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'bad_request'
  const body = JSON.stringify(errorBody(refuse(code), 'tr'))
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

export function refusalOf(error: Error & { statusCode?: number }, isUnavailable: (error: unknown) => boolean): Refusal {
  if (error instanceof OutsideCallsOff) return refuse('outside_calls_off')
  if (isUnavailable(error)) return refuse('unavailable')
  if (isUnstorableText(error)) return refuse('bad_request')
  const status = error.statusCode ?? 500
  if (status === 413) return refuse('too_large')
  if (status === 415) return refuse('unsupported_media_type')
  if (status === 429) return refuse('too_many_requests', { seconds: 10 })
  if (status === 503) return refuse('unavailable')
  if (status === 404) return refuse('not_found')
  return status >= 400 && status < 500 ? refuse('bad_request') : refuse('internal')
}

/** PostgreSQL cannot store NUL, which no real text contains. */
function isUnstorableText(error: Error): boolean {
  return 'code' in error && (error.code === '22021' || error.code === '22P05')
}
