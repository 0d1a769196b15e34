import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from '#server/platform/db/pool.ts'
import type { SandboxFault } from '#server/sandbox-bank/faults.ts'
import { answerRequest, formOf, type WireAnswer, wireAnswer } from './answer-request.ts'
import { databaseStore } from './bank-store.ts'
import type { BankRequest } from './dialect.ts'
import { dialects } from './dialects.ts'

/** Milliseconds until a slow answer is sent, and until the connection of a silent one is cut. */
export type Pauses = { slow: number; silent: number }

export type DialectServer = {
  pool: Pool
  now: () => Date
  send: SendWithFault
  /** Shows the page of a session, or why it has none. */
  showPage(reply: FastifyReply, id: string): Promise<unknown>
  refuse(request: FastifyRequest, reply: FastifyReply, reason: string): FastifyReply
}
export type SendWithFault = (
  reply: FastifyReply,
  wire: WireAnswer | null,
  fault: SandboxFault | null,
) => Promise<FastifyReply>

/** Serves the addresses of every dialect. Bodies are text, whatever their type. */
export function serveDialects(app: FastifyInstance, { pool, now, send, showPage, refuse }: DialectServer): void {
  void app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 100_000 }, (_request, body, parsed) =>
      parsed(null, body),
    )
    for (const dialect of Object.values(dialects)) {
      scope.all(`/sandbox-bank/${dialect.name}/*`, async (request, reply) => {
        const bank = { store: databaseStore(pool), now: now() }
        const { answer, fault } = await answerRequest(dialect, bankRequest(request), bank)
        if (answer !== null && 'page' in answer) return showPage(reply, answer.page)
        if (answer !== null && 'refused' in answer) return refuse(request, reply, answer.refused)
        return send(reply, wireAnswer(answer, fault), fault)
      })
    }
    done()
  })
}

function bankRequest({ method, url, headers, body, params }: FastifyRequest): BankRequest {
  const query = formOf(url.split('?')[1] ?? '')
  const path = (params as { '*': string })['*']
  const given = Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]] as const)
  return { method, path, query, headers: Object.fromEntries(given), body: typeof body === 'string' ? body : '' }
}

/** Sends an answer as late as its fault requires; cuts the connection if there is none. */
export function faultySender({ slow, silent }: Pauses, signal: AbortSignal): SendWithFault {
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {})
  return async (reply, wire, fault) => {
    if (fault?.includes('_silent')) await pause(silent)
    if (fault?.endsWith('_slow')) await pause(slow)
    if (wire !== null) return reply.code(wire.status).type(wire.contentType).send(wire.bytes)
    reply.hijack()
    reply.raw.destroy()
    return reply
  }
}
