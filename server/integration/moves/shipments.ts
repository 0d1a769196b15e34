import type * as z from 'zod/mini'
import { shipmentRow, writeShipments } from '#contract/integration/order-moves.ts'
import { isRefusal, type Refusal } from '#contract/core/errors.ts'
import { keysOf } from '#server/integration/batches/account-batches.ts'
import { notWritten, replyOf, type RowOutcome } from '#server/integration/batches/batch-reply.ts'
import { type Checked, checkRows, problem, refuseRepeated } from '#server/integration/batches/check-rows.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { programSentence } from '#server/platform/http/errors.ts'
import { shipByNumber } from '#server/shipping/shipping.ts'
import type { Calls, ServiceContext } from '#server/visitor/visitor.ts'

type Row = z.output<typeof shipmentRow>
type Outcome = RowOutcome & { shipmentNo: string | null }

/** Registers the call by which programs ship orders: each row is a shipment, in a transaction of its own. */
export function registerShipments(calls: Calls, pool: Pool): void {
  handleOnce(calls, pool, writeShipments, async ({ body: { rows } }, context) => {
    const { locale } = context
    const checked = checkRows(rows, shipmentRow, 'reference', locale)
    refuseRepeated(checked, ({ reference }) => clean(reference), locale)
    refuseUnnamed(checked, locale)
    const outcomes = new Map<number, Outcome>()
    // One after the other: rows may name the same order.
    for (const { index, row } of checked.good) outcomes.set(index, await shipRow(pool, row, context))
    const outcomeOf = (row: number): RowOutcome => {
      const { status, error, warnings } = outcomes.get(row) ?? notWritten
      return { status, error, warnings }
    }
    const reply = replyOf(keysOf(rows, ['reference']), checked.bad, outcomeOf, true)
    const results = reply.results.map((result) => {
      return { ...result, shipmentNo: outcomes.get(result.row)?.shipmentNo ?? null }
    })
    return { ...reply, results }
  })
}

/** The database accepts no NUL. */
const clean = (text: string) => text.replaceAll('\0', '').trim()

/** Moves rows to the bad ones that name no order, or lines by neither number nor code, or by both. */
function refuseUnnamed(checked: Checked<Row>, locale: ServiceContext['locale']): void {
  checked.good = checked.good.filter(({ index, row: { orderNo = '', lines } }) => {
    const at = lines?.findIndex((line) => clean(line.orderNo ?? orderNo) === '') ?? -1
    const unnamed = lines?.findIndex((line) => (line.lineNo === undefined) === (line.code === undefined)) ?? -1
    const field =
      lines === undefined && clean(orderNo) === ''
        ? 'orderNo'
        : at >= 0
          ? `lines.${at}.orderNo`
          : unnamed >= 0
            ? `lines.${unnamed}.lineNo`
            : null
    if (field !== null) checked.bad.set(index, problem(locale, 'value_missing', field))
    return field === null
  })
}

async function shipRow(pool: Pool, row: Row, context: ServiceContext): Promise<Outcome> {
  const { reference, orderNo = '', lines, weights = [''], ...texts } = row
  const typed = {
    carrier: texts.carrier,
    trackingNo: texts.trackingNo ?? '',
    trackingUrl: texts.trackingUrl ?? '',
    deliveryNoteNo: texts.deliveryNoteNo ?? '',
    recipient: texts.recipient ?? '',
    address: texts.address ?? '',
    district: texts.district ?? '',
    city: texts.city ?? '',
    phone: texts.phone ?? '',
    note: texts.note ?? '',
    // Typed with a comma, as in forms.
    weights: weights.map((weight) => String(weight).replace('.', ',')),
  }
  const shipped = await shipByNumber(pool, {
    key: `program ${clean(reference)}`,
    typed,
    goods:
      lines === undefined
        ? { orderNos: [clean(orderNo)] }
        : { lines: lines.map((line) => ({ ...line, orderNo: clean(line.orderNo ?? orderNo) })) },
    actor: { kind: 'erp', keyId: context.service.keyId },
    author: context,
  })
  if (isRefusal(shipped)) return { ...refused(shipped, context), shipmentNo: null }
  const { shipmentNo, isNew } = shipped
  return { ...notWritten, status: isNew ? 'created' : 'unchanged', shipmentNo }
}

/** The field that a refusal is about. */
const fields: Partial<Record<Refusal['code'], string>> = {
  order_not_found: 'orderNo',
  order_line_not_found: 'lines',
  shipment_line_unclear: 'lines',
  shipment_exceeds_open: 'lines',
  shipment_stale: 'lines',
  shipment_key_used: 'reference',
  shipment_exists: 'deliveryNoteNo',
}

function refused({ code, facts = {} }: Refusal, { locale }: ServiceContext): RowOutcome {
  const field = code === 'shipment_field_invalid' ? String(facts['field']) : (fields[code] ?? null)
  return {
    status: 'rejected',
    error: { code, field, message: programSentence({ code, facts }, locale) },
    warnings: [],
  }
}
