import type {
  DealersFaultReport,
  FaultReport,
  FaultReportDetail,
  ListedFaultReport,
} from '#contract/shop/fault-reports.ts'
import type { DetailRow, ListedRow } from './report-rows.ts'

export function presentListed(row: ListedRow): ListedFaultReport {
  return {
    reportNo: row.report_no,
    date: row.created_at.toISOString(),
    state: row.state,
    productCode: row.product_code,
    productName: row.product_name,
    serialNo: row.serial_no,
    creator: row.creator,
    photoCount: row.photo_count,
  }
}

/** A report as the administrators' list shows it. */
export function presentOfDealer(row: ListedRow): DealersFaultReport {
  return { ...presentListed(row), id: row.id, dealer: row.dealer, dealerCode: row.dealer_code }
}

/** A report as its dealer sees it, without the names of staff. */
export function presentReport(row: DetailRow): FaultReport {
  return {
    ...presentListed(row),
    description: row.description,
    contactName: row.contact_name,
    contactPhone: row.contact_phone,
    contactEmail: row.contact_email,
    note: row.note,
    photos: row.photos,
    returns: row.returns,
    events: row.events.map(({ id, state, note, date }) => ({ id, state, note, date: momentOf(date) })),
  }
}

export function presentDetail(row: DetailRow): FaultReportDetail {
  return {
    ...presentReport(row),
    ...presentOfDealer(row),
    creatorEmail: row.creator_email,
    events: row.events.map((event) => ({ ...event, date: momentOf(event.date) })),
  }
}

/** Timestamps inside JSON arrive in PostgreSQL's format. */
const momentOf = (text: string): string => new Date(text).toISOString()
