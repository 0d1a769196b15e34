import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#contract/core/errors.ts'
import { sendRefusal } from '#server/platform/http/wire.ts'
import { preferredLocale } from '#server/platform/http/words.ts'
import { receiveCallback } from './receive-callback.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Callback, Gateway } from '#server/payments/gateways/gateway.ts'
import { resultPath } from './result-token.ts'

const maxBodyBytes = 64 * 1024
// Per network. All browsers of one office may share an address; a provider sends the notices of all payments from one.
const callbacksPerMinute = 120
const noticesPerMinute = 3000

/**
 * The addresses that banks send browsers back to, and those of their server-to-server notices. They take neither a session
 * nor a CSRF token: the posts come from another site and are authenticated by the bank's signature. The body stays in memory
 * and is never logged.
 */
export async function serveCallbacks(app: FastifyInstance, deps: PaymentDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_, body, done) => done(null, body))

    scope.post<{ Params: { reference: string } }>(
      '/payment/callback/:reference',
      { config: { rateLimit: { max: callbacksPerMinute, timeWindow: '1 minute' } } },
      (request, reply) => handleBrowserReturn(deps, request, reply),
    )
    scope.get<{ Params: { reference: string } }>(
      '/payment/callback/:reference',
      { config: { rateLimit: { max: callbacksPerMinute, timeWindow: '1 minute' } } },
      (request, reply) => handleReturnByGet(deps, request, reply),
    )
    scope.post<{ Params: { adapter: string } }>(
      '/payment/notify/:adapter',
      { config: { rateLimit: { max: noticesPerMinute, timeWindow: '1 minute' } } },
      (request, reply) => handleNotice(deps, request, reply),
    )
  })
}

async function handleBrowserReturn(
  deps: PaymentDeps,
  request: FastifyRequest<{ Params: { reference: string } }>,
  reply: FastifyReply,
) {
  const { reference } = request.params
  const received = await receiveCallback(deps, reference, readCallback(request))
  // The result page tells the payer what is certain after a return with a bad or missing signature.
  return received === 'not_found' ? refuseCallback(request, reply, received) : redirectToResult(deps, reference, reply)
}

/** A GET without fields only leads to the result. */
async function handleReturnByGet(
  deps: PaymentDeps,
  request: FastifyRequest<{ Params: { reference: string } }>,
  reply: FastifyReply,
) {
  const { reference } = request.params
  const query = request.url.split('?')[1] ?? ''
  const callback = { raw: Buffer.from(query), headers: {}, fields: [...new URLSearchParams(query)] }
  if (query !== '') await receiveCallback(deps, reference, callback, 'GET')
  return redirectToResult(deps, reference, reply)
}

function redirectToResult(deps: PaymentDeps, reference: string, reply: FastifyReply) {
  return reply.header('cache-control', 'no-store').redirect(resultPath(deps.secret, reference, deps.now()), 303)
}

function refuseCallback(request: FastifyRequest, reply: FastifyReply, received: 'forged' | 'not_found') {
  const locale = preferredLocale(request.headers['accept-language'])
  reply.header('cache-control', 'no-store')
  return sendRefusal(reply, refuse(received === 'forged' ? 'bad_request' : 'not_found'), locale)
}

/** A notice names its payment, and the payment names the account whose secrets verify the signature. */
async function handleNotice(
  deps: PaymentDeps,
  request: FastifyRequest<{ Params: { adapter: string } }>,
  reply: FastifyReply,
) {
  const callback = readCallback(request)
  const gateway = await findNoticeGateway(deps, request.params.adapter)
  const notice = gateway?.readNotice?.(callback) ?? null
  if (notice === null) return refuseCallback(request, reply, 'not_found')
  const received = await receiveCallback(deps, notice.reference, callback)
  if (received !== 'received') return refuseCallback(request, reply, received)
  return reply.type('text/plain; charset=utf-8').send(gateway?.noticeAnswer ?? 'OK')
}

/** Any account of the protocol can read which payment a notice is for. Accounts that still lack a key are skipped. */
async function findNoticeGateway(deps: PaymentDeps, adapter: string): Promise<Gateway | null> {
  const accounts = await deps.pool.query<{ id: number }>(
    'SELECT id FROM pos_accounts WHERE adapter = $1 ORDER BY is_active DESC, id',
    [adapter],
    'payments_notified_accounts',
  )
  for (const { id } of accounts) {
    const gateway = await deps.gatewayOf(deps.pool, id).catch(() => null)
    if (gateway !== null) return gateway
  }
  return null
}

function readCallback(request: FastifyRequest): Callback {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const isJson = request.headers['content-type']?.includes('json') ?? false
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
  if (isJson) return { raw, headers, fields: [], json: readJson(raw) }
  return { raw, headers, fields: [...new URLSearchParams(raw.toString('utf8'))] }
}

function readJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return undefined
  }
}
