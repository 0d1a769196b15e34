import { refuse } from '#contract/core/errors.ts'
import { changeFaultReport, getFaultReportDetail, listAllFaultReports } from '#contract/shop/fault-reports.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { changeReport } from './change-report.ts'
import { listReports } from './list-reports.ts'
import { presentDetail, presentOfDealer } from './present-report.ts'
import { countReports, findReport } from './report-rows.ts'

/** The endpoints of staff: reports of all dealers, and changes of their state. */
export function registerFaultAdministration(calls: Calls, { pool }: { pool: Pool }): void {
  const detail = async (id: number) => {
    const row = await findReport(pool, { id })
    return row === undefined ? refuse('fault_report_not_found') : presentDetail(row)
  }

  handle(calls, listAllFaultReports, async ({ query }) => {
    const [{ rows, ...page }, newCount] = await Promise.all([
      listReports(pool, null, query),
      countReports(pool, { dealerId: null, state: 'new', q: '' }),
    ])
    return { items: rows.map(presentOfDealer), ...page, newCount }
  })

  handle(calls, getFaultReportDetail, ({ params }) => detail(params.id))

  handle(calls, changeFaultReport, async ({ params, body }, context) => {
    const refusal = await changeReport(pool, context, { id: params.id, ...body })
    return refusal ?? detail(params.id)
  })
}
