import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { deleteOrder, ErpRefusal, writeOrder, writeSlip } from '#server/sandbox-erp/books/documents.ts'
import { erpClock } from '#server/sandbox-erp/clock.ts'
import { type ErpAnswer, exchange, type SandboxErpOptions } from '#server/sandbox-erp/exchange.ts'
import { takeErpFault } from '#server/sandbox-erp/faults.ts'
import { ErpSqlError, runErpSql } from '#server/sandbox-erp/sql/erp-sql.ts'
import { readDeletion, readOrder, readSlip } from './mikro-documents.ts'
import { mikroTables } from './mikro-tables.ts'

/** The sandbox's sign-in for the Mikro API. */
export const sandboxMikro = {
  company: 'DEMO',
  year: '2026',
  apiKey: 'sandbox-mikro-key',
  username: 'SRV',
  password: 'sandbox-mikro-password',
} as const

type Body = Readonly<Record<string, unknown>>

/** Errors come with HTTP 200. */
const failed = (StatusCode: number, ErrorMessage: string): ErpAnswer => ({
  status: 200,
  body: { result: [{ StatusCode, IsError: true, ErrorMessage, Data: null }] },
})
const done = (Data: unknown): ErpAnswer => ({
  status: 200,
  body: { result: [{ StatusCode: 200, IsError: false, ErrorMessage: '', Data }] },
})

const refusal = (fault: 'locked' | 'period_closed') =>
  failed(
    400,
    fault === 'locked'
      ? 'Evrak kilitli, başka bir oturum tarafından kullanılıyor'
      : 'Evrak tarihi kilitli dönemde: kayıt yapılamaz',
  )

/** The Mikro API: every request carries the company, the user and the password of the day. */
export function serveMikro(app: FastifyInstance, options: SandboxErpOptions): void {
  const { pool, now } = options
  const root = '/sandbox-erp/mikro/Api'

  app.get(`${root}/APIMethods/HealthCheck2`, (_, reply) =>
    exchange(options, reply, { dialect: 'mikro', number: null, isWrite: false }, () =>
      Promise.resolve({ status: 200, body: { ApiStatus: 'Up' } }),
    ),
  )

  const method = (
    name: string,
    { isWrite, work }: { isWrite: boolean; work: (body: Body, documents: readonly Body[]) => Promise<ErpAnswer> },
  ) =>
    app.post(`${root}/apiMethods/${name}`, (request, reply) => {
      const body = (request.body ?? {}) as Body
      const mikro = (body['Mikro'] ?? {}) as Body
      const documents = Array.isArray(mikro['evraklar']) ? (mikro['evraklar'] as Body[]) : []
      const facts = { dialect: 'mikro' as const, number: senderOf(documents), isWrite, ...(isWrite && { refusal }) }
      return exchange(options, reply, facts, async () => {
        // The cloud answers a session that was replaced without a result.
        const ended = await takeErpFault(pool, ['session_end', 'seats_full'], { dialect: 'mikro', number: null })
        if (ended !== null) return { status: 200, body: { message: 'session' } }
        return signInProblem(mikro, now()) ?? guarded(() => work(body, documents))
      })
    })

  method('SqlVeriOkuV2', {
    isWrite: false,
    work: async (body) => {
      const sql = body['SQLSorgu']
      if (typeof sql !== 'string') return failed(400, 'SQLSorgu boş olamaz')
      return done([{ SQLResult1: await runErpSql(pool, mikroTables, sql, erpClock(now())) }])
    },
  })
  method('SiparisKaydetV2', {
    isWrite: true,
    work: async (_, documents) => {
      for (const document of documents) await writeOrder(pool, readOrder(document))
      return documents.length === 0 ? failed(400, 'evraklar boş olamaz') : done(null)
    },
  })
  method('TahsilatTediyeKaydetV2', {
    isWrite: true,
    work: async (_, documents) => {
      for (const document of documents) await writeSlip(pool, readSlip(document))
      return documents.length === 0 ? failed(400, 'evraklar boş olamaz') : done(null)
    },
  })
  method('SiparisSilV2', {
    isWrite: true,
    work: async (_, documents) => {
      for (const document of documents) {
        const isDeleted = await deleteOrder(pool, 'mikro', { documentNo: readDeletion(document) })
        if (!isDeleted) return failed(400, 'Evrak bulunamadı')
      }
      return done(null)
    },
  })
}

/** The shop's number in the first row. */
function senderOf(documents: readonly Body[]): string | null {
  const rows = documents[0]?.['satirlar']
  const row = Array.isArray(rows) ? ((rows[0] ?? {}) as Body) : {}
  const number = row['sip_belgeno'] ?? row['cha_belge_no']
  return typeof number === 'string' ? number : null
}

function signInProblem(mikro: Body, now: Date): ErpAnswer | null {
  const { company, year, apiKey, username, password } = sandboxMikro
  if (mikro['ApiKey'] !== apiKey) return failed(401, 'ApiKey geçersiz')
  if (mikro['FirmaKodu'] !== company) return failed(401, 'Firma kodu bulunamadı')
  if (String(mikro['CalismaYili']) !== year) return failed(401, 'Çalışma yılı bulunamadı')
  const hash = createHash('md5')
    .update(`${dayInTurkey(now)} ${password}`)
    .digest('hex')
  const isRight = mikro['KullaniciKodu'] === username && mikro['Sifre'] === hash
  return isRight ? null : failed(401, 'Kullanıcı kodu veya şifre hatalı')
}

async function guarded(work: () => Promise<ErpAnswer>): Promise<ErpAnswer> {
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof ErpRefusal || failure instanceof ErpSqlError) return failed(400, failure.message)
    throw failure
  }
}
