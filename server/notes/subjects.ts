import type { NoteSubject } from '#contract/shop/notes.ts'
import { adminOfferPath } from '#contract/core/admin-pages.ts'
import {
  adminFaultReportPath,
  adminOrderPath,
  adminReturnPath,
  faultReportPath,
  orderPath,
  pages,
  returnPath,
} from '#contract/core/pages.ts'
import type { NoteKind } from '#domain/notes/note.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** What a thread is about: its row, the dealer that it belongs to and the user who made it. */
export type SubjectRow = { id: number; dealer_id: number; user_id: number }

type SubjectKind = {
  /** Finds a subject by its number. */
  sql: string
  dealerPath(number: string): string
  adminPath(id: number): string
}

/** Everything that can have notes. A new kind needs an entry here, one in domain/ and a row of note_kinds. */
export const subjectKinds: Readonly<Record<NoteKind, SubjectKind>> = {
  order: {
    sql: 'SELECT id, dealer_id, user_id FROM orders WHERE order_no = $1',
    dealerPath: orderPath,
    adminPath: adminOrderPath,
  },
  offer: {
    sql: 'SELECT id, dealer_id, user_id FROM offers WHERE offer_no = $1',
    dealerPath: (number) => `${pages.offers}?q=${encodeURIComponent(number)}`,
    adminPath: adminOfferPath,
  },
  fault_report: {
    sql: 'SELECT id, dealer_id, user_id FROM fault_reports WHERE report_no = $1',
    dealerPath: faultReportPath,
    adminPath: adminFaultReportPath,
  },
  return: {
    sql: 'SELECT id, dealer_id, user_id FROM returns WHERE return_no = $1',
    dealerPath: returnPath,
    adminPath: adminReturnPath,
  },
}

/** The subject of a thread if the reader may see it: the store sees all, a dealer its own. */
export async function findSubject(
  db: Db,
  { kind, number }: NoteSubject,
  dealerId: number | null,
): Promise<SubjectRow | undefined> {
  const row = await db.one<SubjectRow>(subjectKinds[kind].sql, [number], `note_subject_${kind}`)
  return row !== undefined && (dealerId === null || row.dealer_id === dealerId) ? row : undefined
}
