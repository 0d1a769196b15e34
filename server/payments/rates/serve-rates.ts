import type { FastifyInstance } from 'fastify'
import { rateFilePath } from '#contract/admin/bank-rates.ts'
import { refuse } from '#contract/core/errors.ts'
import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { loadPosRow } from '#server/payments/pos/pos-rows.ts'
import { translate } from '#server/platform/http/words.ts'
import { makeXlsx, type XlsxColumn } from '#server/platform/xlsx/xlsx.ts'
import {
  checkAccess,
  fileTypes,
  readVisit,
  refuseFile,
  rejectDownload,
  type VisitOptions,
} from '#server/visitor/visitor.ts'
import { loadRates } from './rate-rows.ts'

const rateLimit = { max: 20, timeWindow: '1 minute' }
const columns: [name: string, kind: XlsxColumn['kind'], width: number][] = [
  ['family', 'text', 20],
  ['cardClass', 'text', 16],
  ['installment', 'number', 10],
  ['extraInstallments', 'number', 10],
  ['percent', 'text', 16],
  ['bearer', 'text', 20],
  ['payOutDays', 'number', 12],
  ['validFrom', 'day', 12],
  ['validUntil', 'day', 12],
]

/** Serves the rates in force and to come of an account as a workbook that imports back unchanged. */
export function serveRates(app: FastifyInstance, { pool, now }: PaymentDeps, options: VisitOptions): void {
  app.get<{ Params: { id: string } }>(rateFilePath(':id'), { config: { rateLimit } }, async (request, reply) => {
    const visit = await readVisit(request, reply, options)
    const refusal = checkAccess({ access: 'admin', area: 'payments' }, visit)
    if (refusal !== null) return rejectDownload(request, reply, refusal, { visit, page: pages.adminPos })
    const { id } = request.params
    const account = /^\d{1,9}$/.test(id) ? await loadPosRow(pool, Number(id)) : undefined
    if (account === undefined) return refuseFile(reply, refuse('pos_not_found'), visit)
    const today = dayInTurkey(now())
    const content = await workbook(visit.locale, await loadRates(pool, account.id), today)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="oranlar-${account.code}-${today}.xlsx"`)
      .type(fileTypes.xlsx)
      .send(content)
  })
}

function workbook(locale: Locale, rates: Awaited<ReturnType<typeof loadRates>>, today: string): Promise<Buffer> {
  const textOf = (name: string) => translate(locale, `administration.bankRates.${name}`)
  return makeXlsx({
    name: textOf('sheet'),
    columns: columns.map(([name, kind, width]) => ({ title: textOf(`columns.${name}`), kind, width })),
    rows: rates
      .filter(({ validUntil }) => validUntil === null || validUntil >= today)
      .map(
        ({ family, cardClass, installment, extraInstallments, percent, bearer, payOutDays, validFrom, validUntil }) => [
          family ?? '',
          cardClass === null ? '' : textOf(`classes.${cardClass}`),
          installment,
          extraInstallments === 0 ? null : extraInstallments,
          // With its sign, so that 0.5 is not taken for a fraction.
          `%${percent.replace('.', ',')}`,
          textOf(`bearers.${bearer}`),
          payOutDays,
          validFrom,
          validUntil,
        ],
      ),
  })
}
