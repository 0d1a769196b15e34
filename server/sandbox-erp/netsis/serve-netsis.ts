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
import { NetsisRefusal, readCash, readOrder } from './netsis-documents.ts'
import { netsisCurrencies, netsisTables } from './netsis-tables.ts'

/** The sandbox's sign-in for NetOpenX REST. */
export const sandboxNetsis = {
  username: 'NETSIS',
  password: 'sandbox-netsis-password',
  branch: '0',
  database: 'DEMO2026',
  databaseUser: 'TEMELSET',
} as const

const tokenSeconds = 1200

type Body = Readonly<Record<string, unknown>>

/** Business errors come with HTTP 200. */
const failed = (ErrorCode: number, ErrorDesc: string): ErpAnswer => ({
  status: 200,
  body: { IsSuccessful: false, ErrorCode, ErrorDesc, Data: null },
})

const list = (rows: readonly object[], { limit, offset }: { limit: number; offset: number }): ErpAnswer => {
  const Data = rows.slice(offset, offset + limit)
  return { status: 200, body: { IsSuccessful: true, Data, TotalCount: rows.length, Offset: offset, Limit: limit } }
}

const refusal = (fault: 'locked' | 'period_closed') =>
  failed(
    101,
    fault === 'locked'
      ? 'Belge başka bir kullanıcı tarafından kilitli.'
      : 'Dönem kapalı: tarih izin verilen aralıkta değil.',
  )

/** NetOpenX REST: token, queries, orders, cash and rates. */
export function serveNetsis(app: FastifyInstance, options: SandboxErpOptions): void {
  const { pool, now } = options
  const root = '/sandbox-erp/netsis/api/v2'
  const read = { dialect: 'netsis' as const, number: null, isWrite: false }

  app.post(`${root}/token`, (request, reply) => exchange(options, reply, read, () => signIn(options, request)))

  app.get(`${root}/revoke`, async (request, reply) => {
    const token = tokenOf(request)
    if (token !== null) await endSession(pool, token)
    return reply.send({ IsSuccessful: true })
  })

  app.post(`${root}/Queries`, (request, reply) =>
    exchange(options, reply, read, () =>
      signedIn(options, request, async () => {
        const sql = ((request.body ?? {}) as Body)['TSql']
        if (typeof sql !== 'string') return failed(101, 'TSql boş olamaz.')
        return list(await runErpSql(pool, netsisTables, sql, erpClock(now())), windowOf(request))
      }),
    ),
  )

  app.get(`${root}/ForExs`, (request, reply) =>
    exchange(options, reply, read, () =>
      signedIn(options, request, () => {
        const rows = [
          { Sira: netsisCurrencies.USD, BIRIM: 1, ISIM: 'USD', NETSISSIRA: 1 },
          { Sira: netsisCurrencies.EUR, BIRIM: 1, ISIM: 'EURO', NETSISSIRA: 2 },
        ]
        return Promise.resolve(list(rows, windowOf(request)))
      }),
    ),
  )

  app.get(`${root}/ExRates`, (request, reply) =>
    exchange(options, reply, read, () =>
      signedIn(options, request, async () => {
        const rows = await pool.query<{
          currency: keyof typeof netsisCurrencies
          day: string
          buying: string
          selling: string
        }>(
          `SELECT currency, to_char(day, 'YYYY-MM-DD') || ' 00:00:00' AS day, buying::text AS buying, selling::text AS selling
             FROM sandbox_erp_rates ORDER BY sandbox_erp_rates.day DESC, currency`,
        )
        const rates = rows.map(({ currency, day, buying, selling }) => ({
          Tarih: day,
          Sira: netsisCurrencies[currency],
          DOV_ALIS: Number(buying),
          DOV_SATIS: Number(selling),
          EFF_ALIS: Number(buying),
          EFF_SATIS: Number(selling),
        }))
        return list(rates, windowOf(request))
      }),
    ),
  )

  const write = (path: string, numberOf: (body: Body) => unknown, work: (body: Body) => Promise<ErpAnswer>) =>
    app.post(`${root}${path}`, (request, reply) => {
      const body = (request.body ?? {}) as Body
      const number = numberOf(body)
      const facts = { ...read, number: typeof number === 'string' ? number : null, isWrite: true, refusal }
      return exchange(options, reply, facts, () => signedIn(options, request, () => work(body)))
    })

  write(
    '/ItemSlips',
    (body) => ((body['FatUst'] ?? {}) as Body)['FATIRS_NO'],
    async (body) => {
      const { documentNo } = await writeOrder(pool, readOrder(body))
      return { status: 200, body: { IsSuccessful: true, Data: { FatUst: { FATIRS_NO: documentNo } } } }
    },
  )
  write(
    '/ItemSlips/Delete',
    (body) => body['DocumentNumber'],
    async (body) => {
      const documentNo = body['DocumentNumber']
      if (body['DocumentType'] !== 7 || typeof documentNo !== 'string' || typeof body['CustomerCode'] !== 'string') {
        return failed(101, 'Belge bilgisi eksik.')
      }
      const isDeleted = await deleteOrder(pool, 'netsis', { documentNo })
      return isDeleted ? { status: 200, body: { IsSuccessful: true, Data: null } } : failed(101, 'Belge bulunamadı.')
    },
  )
  write(
    '/SafeDeposits',
    (body) => body['Fisno'],
    async (body) => {
      const { documentNo } = await writeSlip(pool, readCash(body))
      return { status: 200, body: { IsSuccessful: true, Data: { Fisno: documentNo } } }
    },
  )
}

function windowOf(request: FastifyRequest): { limit: number; offset: number } {
  const { limit = '20', offset = '0' } = request.query as Record<string, string>
  return { limit: Number(limit) || 20, offset: Number(offset) || 0 }
}

/** Sign-in needs every field, as a form: JSON is refused. */
async function signIn(options: SandboxErpOptions, request: FastifyRequest): Promise<ErpAnswer> {
  const refused = (text: string): ErpAnswer => ({
    status: 400,
    body: { error: 'invalid_grant', error_description: text },
  })
  const form = formOf(request)
  const names = ['grant_type', 'branchcode', 'username', 'password', 'dbname', 'dbuser', 'dbpassword', 'dbtype']
  const missing = names.find((name) => form?.[name] === undefined)
  if (form === null || missing !== undefined) return refused(`Eksik alan: ${missing ?? 'grant_type'}`)
  const { username, password, branch, database, databaseUser } = sandboxNetsis
  const isRight =
    form['grant_type'] === 'password' &&
    form['username'] === username &&
    form['password'] === password &&
    form['branchcode'] === branch &&
    form['dbname'] === database &&
    form['dbuser'] === databaseUser
  // The real service shows a statement of its own here.
  if (!isRight) return refused("SELECT * FROM NETSIS..TBLKULLANICI WHERE KULLANICI = '…' hata verdi")
  const session = await openSession(options, 'netsis', tokenSeconds)
  if (session === null) return refused('SsoMaxUserCountExceeded')
  return {
    status: 200,
    body: {
      access_token: session.token,
      token_type: 'bearer',
      expires_in: tokenSeconds,
      refresh_token: session.token.slice(0, 16),
      branchcode: branch,
      dbname: database,
    },
  }
}

async function signedIn(
  options: SandboxErpOptions,
  request: FastifyRequest,
  work: () => Promise<ErpAnswer>,
): Promise<ErpAnswer> {
  if (!(await hasSession(options, 'netsis', request))) {
    return { status: 401, body: { Message: 'Authorization has been denied for this request.' } }
  }
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof NetsisRefusal) return failed(failure.code, failure.message)
    if (failure instanceof ErpRefusal || failure instanceof ErpSqlError) return failed(101, failure.message)
    throw failure
  }
}
