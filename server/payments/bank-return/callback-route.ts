import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#contract/core/errors.ts'
import { sendRefusal } from '#server/platform/http/wire.ts'
import { preferredLocale } from '#server/platform/http/words.ts'
import { receiveCallback } from './receive-callback.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Callback, Gateway } from '#server/payments/gateways/gateway.ts'
import { resultPath } from './result-token.ts'

const largest = 64 * 1024 // bytes
// Browsers come one by one, from a whole office at most; notices of all payments come from a provider's one address.
const callbacksPerMinute = 120
const noticesPerMinute = 3000

/**
 * Where banks send browsers back to, and their notices from server to server. No session and no token of a page: these posts
 * come from another site, and the bank's signature speaks for them. The body stays in memory and is never logged.
 */
export async function serveCallbacks(app: FastifyInstance, deps: PaymentDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_, body, done) => done(null, body))

    scope.post<{ Params: { reference: string } }>(
      '/payment/callback/:reference',
      { config: { rateLimit: { max: callbacksPerMinute, timeWindow: '1 minute' } } },
      (request, reply) => answerBrowser(deps, request, reply),
    )
    scope.get<{ Params: { reference: string } }>('/payment/callback/:reference', (request, reply) =>
      leadToResult(deps, request.params.reference, reply),
    )
    scope.post<{ Params: { adapter: string } }>(
      '/payment/notify/:adapter',
      { config: { rateLimit: { max: noticesPerMinute, timeWindow: '1 minute' } } },
      (request, reply) => answerNotice(deps, request, reply),
    )
  })
}

async function answerBrowser(
  deps: PaymentDeps,
  request: FastifyRequest<{ Params: { reference: string } }>,
  reply: FastifyReply,
) {
  const { reference } = request.params
  const received = await receiveCallback(deps, reference, readCallback(request))
  return received === 'received' ? leadToResult(deps, reference, reply) : refuseCallback(request, reply, received)
}

function leadToResult(deps: PaymentDeps, reference: string, reply: FastifyReply) {
  return reply.header('cache-control', 'no-store').redirect(resultPath(deps.secret, reference, deps.now()), 303)
}

function refuseCallback(request: FastifyRequest, reply: FastifyReply, received: 'forged' | 'not_found') {
  const locale = preferredLocale(request.headers['accept-language'])
  reply.header('cache-control', 'no-store')
  return sendRefusal(reply, refuse(received === 'forged' ? 'bad_request' : 'not_found'), locale)
}

/** A notice names its payment; which account's secrets sign it follows from that. */
async function answerNotice(
  deps: PaymentDeps,
  request: FastifyRequest<{ Params: { adapter: string } }>,
  reply: FastifyReply,
) {
  const callback = readCallback(request)
  const gateway = await notifiedGateway(deps, request.params.adapter)
  const notice = gateway?.readNotice?.(callback) ?? null
  if (notice === null) return refuseCallback(request, reply, 'not_found')
  const received = await receiveCallback(deps, notice.reference, callback)
  if (received !== 'received') return refuseCallback(request, reply, received)
  return reply.type('text/plain; charset=utf-8').send(gateway?.noticeAnswer ?? 'OK')
}

/** Any account of the protocol can read whose notice it is; one that still lacks a key cannot be opened. */
async function notifiedGateway(deps: PaymentDeps, adapter: string): Promise<Gateway | null> {
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
