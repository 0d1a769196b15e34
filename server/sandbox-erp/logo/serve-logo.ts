import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deleteOrder, ErpRefusal, writeOrder, writeSlip } from '#server/sandbox-erp/books/documents.ts'
import { erpClock } from '#server/sandbox-erp/clock.ts'
import {
  endSession,
  type ErpAnswer,
  exchange,
  formOf,
  hasSession,
  openSession,
  type SandboxErpOptions,
  tokenOf,
} from '#server/sandbox-erp/exchange.ts'
import { ErpSqlError, runErpSql } from '#server/sandbox-erp/sql/erp-sql.ts'
import { readOrder, readSlip } from './logo-documents.ts'
import { logoTables } from './logo-tables.ts'

/** The sandbox's sign-in for Logo Objects REST. Not secret: the sandbox exists outside of production only. */
export const sandboxLogo = {
  clientId: 'toptan',
  clientSecret: 'sandbox-logo-client',
  username: 'LOGO',
  password: 'sandbox-logo-password',
  firm: '1',
} as const

const tokenSeconds = 119

const error = (text: string, key = 'LOError:'): ErpAnswer => ({
  status: 400,
  body: { Message: 'The request is invalid.', ModelState: { [key]: [text] } },
})

const refusal = (fault: 'locked' | 'period_closed') =>
  error(
    fault === 'locked'
      ? 'Kayıt başka bir kullanıcı tarafından kullanılıyor.'
      : 'İşlem tarihi çalışılan dönemin dışında.',
  )

/** Logo Objects REST: token, queries, orders and account slips. */
export function serveLogo(app: FastifyInstance, options: SandboxErpOptions): void {
  const { pool, now } = options
  const root = '/sandbox-erp/logo/api/v1'

  app.post(`${root}/token`, (request, reply) =>
    exchange(options, reply, { dialect: 'logo', number: null, isWrite: false }, () => signIn(options, request)),
  )

  app.get(`${root}/revoke`, async (request, reply) => {
    const token = tokenOf(request)
    if (token !== null) await endSession(pool, token)
    return reply.send({ success: true })
  })

  app.post(`${root}/queries/unsafe`, (request, reply) =>
    exchange(options, reply, { dialect: 'logo', number: null, isWrite: false }, () =>
      signedIn(options, request, async () => {
        if (typeof request.body !== 'string') return error('The body is not a text.')
        const items = await runErpSql(pool, logoTables, request.body, erpClock(now()))
        return { status: 200, body: { items, count: items.length } }
      }),
    ),
  )

  for (const resource of ['salesOrders', 'ArpSlips'] as const) {
    app.post(`${root}/${resource}`, (request, reply) => {
      const body = (request.body ?? {}) as Readonly<Record<string, unknown>>
      const number = typeof body['DOC_NUMBER'] === 'string' ? body['DOC_NUMBER'] : null
      return exchange(options, reply, { dialect: 'logo', number, isWrite: true, refusal }, () =>
        signedIn(options, request, async () => {
          const written =
            resource === 'salesOrders' ? await writeOrder(pool, readOrder(body)) : await writeSlip(pool, readSlip(body))
          // The answer repeats the request: its number is still "~".
          return { status: 200, body: { ...body, INTERNAL_REFERENCE: written.id } }
        }),
      )
    })

    app.get<{ Params: { id: string } }>(`${root}/${resource}/:id`, (request, reply) =>
      exchange(options, reply, { dialect: 'logo', number: null, isWrite: false }, () =>
        signedIn(options, request, async () => {
          const found = await pool.one<{ id: number; no: string; sender: string; date: string }>(
            `SELECT id, document_no AS no, sender_no AS sender, to_char(document_date, 'YYYY-MM-DD') AS date
               FROM sandbox_erp_documents WHERE dialect = 'logo' AND id = $1 AND (kind = 'order') = $2`,
            [Number(request.params.id) || 0, resource === 'salesOrders'],
          )
          if (found === undefined) return { status: 404, body: { Message: 'Not found.' } }
          const { id, no, sender, date } = found
          return {
            status: 200,
            body: { INTERNAL_REFERENCE: id, NUMBER: no, DOC_NUMBER: sender, DATE: `${date}T00:00:00` },
          }
        }),
      ),
    )
  }

  app.delete<{ Params: { id: string } }>(`${root}/salesOrders/:id`, async (request, reply) => {
    const id = Number(request.params.id) || 0
    const order = await pool.one<{ sender_no: string }>('SELECT sender_no FROM sandbox_erp_documents WHERE id = $1', [
      id,
    ])
    return exchange(options, reply, { dialect: 'logo', number: order?.sender_no ?? null, isWrite: true, refusal }, () =>
      signedIn(options, request, async () =>
        (await deleteOrder(pool, 'logo', { id }))
          ? { status: 200, body: {} }
          : { status: 404, body: { Message: 'Not found.' } },
      ),
    )
  })
}

async function signIn(options: SandboxErpOptions, request: FastifyRequest): Promise<ErpAnswer> {
  const client = Buffer.from(`${sandboxLogo.clientId}:${sandboxLogo.clientSecret}`).toString('base64')
  const refused = (name: string, text: string): ErpAnswer => ({
    status: 400,
    body: { error: name, error_description: text },
  })
  if (request.headers.authorization !== `Basic ${client}`)
    return refused('invalid_clientId', 'Client kimliği geçersiz.')
  const form = formOf(request)
  if (form?.['grant_type'] !== 'password') return refused('unsupported_grant_type', 'grant_type')
  if (form['username'] !== sandboxLogo.username || form['password'] !== sandboxLogo.password) {
    return refused('invalid_grant', 'Kullanıcı adı veya şifre hatalı.')
  }
  if (form['firmno'] !== sandboxLogo.firm)
    return refused('invalid_grant', `${form['firmno']} numaralı firma bulunamadı.`)
  const session = await openSession(options, 'logo', tokenSeconds)
  if (session === null) return refused('invalid_grant', 'Lisansınızdaki kullanıcı sayısı aşıldı.')
  return {
    status: 200,
    body: {
      access_token: session.token,
      token_type: 'bearer',
      expires_in: tokenSeconds,
      refresh_token: session.token.slice(0, 16),
      'as:client_id': sandboxLogo.clientId,
      userName: sandboxLogo.username,
      firmNo: sandboxLogo.firm,
      '.issued': options.now().toUTCString(),
      '.expires': session.expiresAt.toUTCString(),
    },
  }
}

/** Runs the work of a signed-in request. What the books refuse becomes the service's error. */
async function signedIn(
  options: SandboxErpOptions,
  request: FastifyRequest,
  work: () => Promise<ErpAnswer>,
): Promise<ErpAnswer> {
  if (!(await hasSession(options, 'logo', request))) {
    return { status: 401, body: { Message: 'Authorization has been denied for this request.' } }
  }
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof ErpRefusal) return error(failure.message)
    if (failure instanceof ErpSqlError) return error(failure.message, String(failure.code))
    throw failure
  }
}
