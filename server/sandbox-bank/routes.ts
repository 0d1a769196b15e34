import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from '#server/platform/db/pool.ts'
import { preferredLocale, translate } from '#server/platform/http/words.ts'
import { answerApi } from './api.ts'
import { html, sendBankPage } from '#server/sandbox-bank/pages/bank-page.ts'
import { returnOf } from './callback.ts'
import { writeCc5 } from './cc5.ts'
import { databaseStore } from '#server/sandbox-bank/dialects/bank-store.ts'
import { wireAnswer } from '#server/sandbox-bank/dialects/answer-request.ts'
import { faultySender, type Pauses, serveDialects } from '#server/sandbox-bank/dialects/serve-dialects.ts'
import { answerChallenge, type ChallengeInput } from '#server/sandbox-bank/pages/challenge.ts'
import { cardsPage } from '#server/sandbox-bank/pages/cards-page.ts'
import { cardBehaviorOf } from './demo-cards.ts'
import { openGate } from './gate.ts'
import { loadLedger } from './ledger.ts'
import { ledgerPage } from '#server/sandbox-bank/pages/ledger-page.ts'
import { cardPage, challengePage, returnPage } from '#server/sandbox-bank/pages/payer-pages.ts'
import { serveLists } from '#server/sandbox-bank/lists/list-routes.ts'
import { findSession, type BankSession } from './queries.ts'

export type SandboxBankOptions = {
  pool: Pool
  now: () => Date
  /** The shop's name on the bank's pages. */
  shopName: () => string
  pauses?: Pauses
}

const defaultPauses = { slow: 30_000, silent: 90_000 }

/**
 * Serves the sandbox bank: a NestPay gateway with its 3-D pages, its books, its lists and its cards. Never in production.
 */
export function serveSandboxBank(app: FastifyInstance, options: SandboxBankOptions): void {
  const { pool, now } = options
  const ending = new AbortController()
  app.addHook('preClose', (done) => {
    ending.abort()
    done()
  })
  const send = faultySender(options.pauses ?? defaultPauses, ending.signal)

  app.post('/sandbox-bank/fim/est3Dgate', async (request, reply) => {
    const gated = await openGate(pool, fieldsOf(request), now())
    if (!gated.ok) return sendRefused(request, reply, gated.reason)
    return enter(reply, gated.id)
  })
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'POST'],
    url: '/sandbox-bank/3d/:id/enter',
    handler: (request, reply) => enter(reply, request.params.id),
  })

  app.get<{ Params: { id: string } }>('/sandbox-bank/3d/:id', async (request, reply) => {
    const session = await findSession(pool, request.params.id)
    if (session === undefined) return reply.callNotFound()
    // The code has expired: end the session instead of showing a page that waits for the code.
    const isLate = session.state === 'challenge' && now() > session.expires_at
    const answered = isLate ? await answerChallenge(pool, session.id, { action: 'resend' }, now()) : null
    return sendPayerPage(reply, answered?.session ?? session, null)
  })

  app.post<{ Params: { id: string } }>('/sandbox-bank/3d/:id', async (request, reply) => {
    const input = inputOf(new Map(fieldsOf(request)))
    const answered = input === null ? null : await answerChallenge(pool, request.params.id, input, now())
    return answered === null ? reply.callNotFound() : sendPayerPage(reply, answered.session, answered.notice)
  })

  app.post('/sandbox-bank/fim/api', async (request, reply) => {
    const xml = new Map(fieldsOf(request)).get('DATA') ?? ''
    const { answer, fault } = await answerApi({ store: databaseStore(pool), now: now() }, xml)
    const body = answer === null ? null : { body: writeCc5(answer), type: 'xml' as const }
    return send(reply, wireAnswer(body, fault), fault)
  })
  serveDialects(app, { pool, now, send, showPage: enter, refuse: sendRefused })

  app.get<{ Querystring: { oid?: string } }>('/sandbox-bank/ledger', async (request, reply) => {
    const { oid } = request.query
    reply.header('cache-control', 'no-store')
    return loadLedger(pool, typeof oid === 'string' ? { oid } : {})
  })
  app.get('/sandbox-bank', async (request, reply) =>
    sendBankPage(reply, ledgerPage(await loadLedger(pool, { limit: 200 }), localeOf(request))),
  )
  serveLists(app, { pool, now })
  app.get('/sandbox-bank/cards', (request, reply) => sendBankPage(reply, cardsPage(localeOf(request))))

  /** Sends the browser to the session's page, or past it if the authentication of the card needs none. */
  async function enter(reply: FastifyReply, id: string) {
    const session = await findSession(pool, id)
    if (session === undefined || session.ok_url === '') return reply.callNotFound()
    if (session.state === 'challenge' && cardBehaviorOf(session.card ?? '').mdStatus !== undefined) {
      await answerChallenge(pool, id, { action: 'code', code: '' }, now())
    }
    return reply.redirect(`/sandbox-bank/3d/${id}`, 303)
  }

  async function sendPayerPage(reply: FastifyReply, session: BankSession, notice: string | null) {
    const facts = { shop: options.shopName(), notice, now: now() }
    if (session.state === 'card') return sendBankPage(reply, cardPage(session, facts))
    if (session.state === 'challenge') return sendBankPage(reply, challengePage(session, facts))
    return sendBankPage(reply, returnPage(session, await returnOf(pool, session)))
  }
}

/** The fields of a posted form, repeated names included. */
function fieldsOf(request: FastifyRequest): [string, string][] {
  const body = (request.body ?? {}) as Record<string, unknown>
  return Object.entries(body).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, typeof each === 'string' ? each : '']),
  )
}

function inputOf(form: ReadonlyMap<string, string>): ChallengeInput | null {
  const action = form.get('action') ?? 'code'
  if (action === 'resend' || action === 'cancel') return { action }
  if (action === 'code') return { action, code: form.get('code') ?? '' }
  if (action !== 'card') return null
  const [month = '', year = ''] = (form.get('expiry') ?? '').split(/\D+/)
  return {
    action,
    card: {
      number: form.get('number') ?? '',
      cvc: form.get('cvc') ?? '',
      month,
      year: year.replace(/^20(?=\d\d$)/, ''),
    },
  }
}

/** `?lang=en` when the visitor comes from an English page, else the browser's language. */
function localeOf(request: FastifyRequest): 'tr' | 'en' {
  const { lang } = request.query as { lang?: unknown }
  return lang === 'tr' || lang === 'en' ? lang : preferredLocale(request.headers['accept-language'])
}

/** The bank's answer if there is no address to return the browser to. */
function sendRefused(request: FastifyRequest, reply: FastifyReply, reason: string) {
  const locale = localeOf(request)
  const title = translate(locale, 'sandbox.page.refused')
  const text = translate(locale, `sandbox.refused.${reason}`)
  return sendBankPage(
    reply,
    { locale, title, body: html`<h1>${title}</h1><p data-refused="${reason}">${text}</p>` },
    400,
  )
}
