import type { FastifyInstance } from 'fastify'
import type { Pool } from '#server/platform/db/pool.ts'
import { answerGarantiList } from './garanti-list.ts'
import { answerIyzicoList } from './iyzico-list.ts'
import { answerPaytrList } from './paytr-list.ts'
import { answerPaytrInquiry, answerPaytrRefund } from './paytr-operations.ts'

type ReportQuery = { page?: string; transactionDate?: string }

/**
 * The bank's own lists of a day, in the three protocols that have one, and PayTR's refunds and inquiries of what is on them.
 * A POS account whose `api` leads here reads the sandbox bank's books.
 */
export function serveLists(app: FastifyInstance, { pool, now }: { pool: Pool; now: () => Date }): void {
  app.post('/sandbox-bank/rapor/islem-dokumu', ({ body }) => answerPaytrList(pool, fieldsOf(body)))
  app.post('/sandbox-bank/odeme/iade', ({ body }) => answerPaytrRefund(pool, fieldsOf(body), now()))
  app.post('/sandbox-bank/odeme/durum-sorgu', ({ body }) => answerPaytrInquiry(pool, fieldsOf(body)))
  const report = '/sandbox-bank/v2/reporting/payment/transactions'
  app.get<{ Querystring: ReportQuery }>(report, ({ headers, query }) =>
    answerIyzicoList(pool, {
      // Signed without the server's address, which ends before the version.
      path: report.replace('/sandbox-bank', ''),
      authorization: headers.authorization ?? '',
      random: String(headers['x-iyzi-rnd'] ?? ''),
      page: query.page ?? '',
      day: query.transactionDate ?? '',
    }),
  )
  void app.register((scope, _, done) => {
    scope.addContentTypeParser('application/xml', { parseAs: 'string', bodyLimit: 20_000 }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.post('/sandbox-bank/VPServlet', async (request, reply) => {
      const xml = typeof request.body === 'string' ? request.body : ''
      return reply.type('text/xml; charset=utf-8').send(await answerGarantiList(pool, xml))
    })
    done()
  })
}

function fieldsOf(body: unknown): ReadonlyMap<string, string> {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>)
  return new Map(fields.map(([name, value]) => [name, typeof value === 'string' ? value : '']))
}
