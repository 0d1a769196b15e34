import type { AdminListedReturn, AdminReturn } from '#contract/admin/returns.ts'
import type { GoodsReturn, ListedReturn } from '#contract/shop/returns.ts'
import type { DetailRow, ListedRow } from './return-rows.ts'

export function presentListed(row: ListedRow): ListedReturn {
  return {
    returnNo: row.return_no,
    date: row.created_at.toISOString(),
    state: row.state,
    orderNo: row.order_no,
    reason: row.reason,
    creator: row.creator,
    lineCount: row.line_count,
    photoCount: row.photo_count,
  }
}

/** A return as the administrators' list shows it. */
export function presentOfDealer(row: ListedRow): AdminListedReturn {
  return { ...presentListed(row), id: row.id, dealer: row.dealer, dealerCode: row.dealer_code }
}

/** A return as its dealer sees it, without the names of staff. */
export function presentReturn(row: DetailRow): GoodsReturn {
  return {
    ...presentListed(row),
    description: row.description,
    invoiceNo: row.invoice_no,
    faultReportNo: row.fault_report_no,
    lines: row.lines,
    photos: row.photos,
    events: row.events.map(({ state, note, date }) => ({ state, note, date: momentOf(date) })),
  }
}

export function presentDetail(row: DetailRow, warehouses: AdminReturn['warehouses']): AdminReturn {
  return {
    ...presentReturn(row),
    ...presentOfDealer(row),
    lines: row.lines,
    orderId: row.order_id,
    creatorEmail: row.creator_email,
    faultReportId: row.fault_report_id,
    events: row.events.map((event) => ({ ...event, date: momentOf(event.date) })),
    warehouses,
  }
}

/** Timestamps inside JSON arrive in PostgreSQL's format. */
const momentOf = (text: string): string => new Date(text).toISOString()
