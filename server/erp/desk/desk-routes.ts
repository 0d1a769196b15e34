import {
  erpClaim,
  erpEndDocument,
  erpEndRun,
  erpForget,
  erpMissing,
  erpReportPage,
  erpSendRows,
  erpShopRows,
  erpStartRun,
  erpWork,
} from '#contract/integration/erp.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { type Calls, handle, type ServiceContext } from '#server/visitor/visitor.ts'
import type { Desk } from './desk.ts'
import { type DeskDeps, shopDesk } from './shop-desk.ts'

/** Registers the calls of programs beside an ERP: the desk of the connection that their key belongs to. */
export function registerErpDesk(calls: Calls, deps: DeskDeps): void {
  const withDesk = async <Value>(
    { service }: ServiceContext,
    work: (desk: Desk) => Promise<Value | Refusal>,
  ): Promise<Value | Refusal> => {
    const row = await deps.pool.one<{ id: number }>(
      'SELECT id FROM erp_connections WHERE key_id = $1',
      [service.keyId],
      'erp_of_key',
    )
    return row === undefined ? refuse('not_found') : work(shopDesk(deps, row.id))
  }
  handle(calls, erpWork, (_input, context) =>
    withDesk(context, async (desk) => {
      const work = await desk.work()
      return work === null ? refuse('not_found') : { ...work, mapping: { ...work.mapping } }
    }),
  )
  handle(calls, erpStartRun, ({ body }, context) =>
    withDesk(context, async (desk) => (await desk.startRun(body.resource, body.kind)) ?? refuse('erp_busy')),
  )
  handle(calls, erpSendRows, ({ body }, context) =>
    withDesk(context, async (desk) => ({ results: await desk.send(body.resource, body.head, body.rows) })),
  )
  handle(calls, erpReportPage, ({ body }, context) =>
    withDesk(context, async (desk) => ({ isOurs: await desk.report(body) })),
  )
  handle(calls, erpShopRows, ({ body }, context) =>
    withDesk(context, async (desk) => {
      const found = await desk.shopRows(body.resource, body.rows)
      return { items: [...found].map(([key, row]) => ({ key, row: { ...row } })) }
    }),
  )
  handle(calls, erpMissing, ({ body }, context) => withDesk(context, (desk) => desk.missing(body.runId, body.limit)))
  handle(calls, erpForget, ({ body }, context) =>
    withDesk(context, async (desk) => {
      await desk.forget(body.runId, body.keys)
      return {}
    }),
  )
  handle(calls, erpEndRun, ({ body }, context) =>
    withDesk(context, async (desk) => {
      await desk.endRun(body)
      return {}
    }),
  )
  handle(calls, erpClaim, (_input, context) =>
    withDesk(context, async (desk) => {
      const document = await desk.claimDocument()
      return { document: document === null ? null : { ...document, record: { ...document.record } } }
    }),
  )
  handle(calls, erpEndDocument, ({ body: { outcome, ...document } }, context) =>
    withDesk(context, async (desk) => {
      await desk.endDocument(document, outcome)
      return {}
    }),
  )
}
