import type { NoteSubject } from '#contract/shop/notes.ts'
import { adminOfferPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import {
  adminFaultReportPath,
  adminOrderPath,
  adminReturnPath,
  faultReportPath,
  orderPath,
  returnPath,
} from '#contract/core/record-paths.ts'
import type { NoteKind } from '#domain/notes/note.ts'
import { type AddressScope, isInScope } from '#domain/people/address-scope.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** What a thread is about: its row, the dealer that it belongs to and the user who made it. */
export type SubjectRow = {
  id: number
  dealer_id: number
  user_id: number
  /** Whether users who are bound to addresses see it only where its order goes to one of them. */
  is_of_order: boolean
  address_id: number | null
}

/** A dealer's user who reads: null for the store. */
export type NoteReader = { dealerId: number; addresses: AddressScope } | null

type SubjectKind = {
  /** Finds a subject by its number. */
  sql: string
  dealerPath(number: string): string
  adminPath(id: number): string
}

/** Everything that can have notes. A new kind needs an entry here, one in domain/ and a row of note_kinds. */
export const subjectKinds: Readonly<Record<NoteKind, SubjectKind>> = {
  order: {
    sql: `SELECT id, dealer_id, user_id, true AS is_of_order, delivery_address_id AS address_id
            FROM orders WHERE order_no = $1`,
    dealerPath: orderPath,
    adminPath: adminOrderPath,
  },
  offer: {
    sql: `SELECT id, dealer_id, user_id, false AS is_of_order, NULL::integer AS address_id
            FROM offers WHERE offer_no = $1`,
    dealerPath: (number) => `${pages.offers}?q=${encodeURIComponent(number)}`,
    adminPath: adminOfferPath,
  },
  fault_report: {
    sql: `SELECT id, dealer_id, user_id, false AS is_of_order, NULL::integer AS address_id
            FROM fault_reports WHERE report_no = $1`,
    dealerPath: faultReportPath,
    adminPath: adminFaultReportPath,
  },
  return: {
    sql: `SELECT r.id, r.dealer_id, r.user_id, true AS is_of_order, o.delivery_address_id AS address_id
            FROM returns r JOIN orders o ON o.id = r.order_id WHERE r.return_no = $1`,
    dealerPath: returnPath,
    adminPath: adminReturnPath,
  },
}

/** The subject of a thread if the reader may see it: the store sees all, a dealer's user what its dealer and addresses have. */
export async function findSubject(
  db: Db,
  { kind, number }: NoteSubject,
  reader: NoteReader,
): Promise<SubjectRow | undefined> {
  const row = await db.one<SubjectRow>(subjectKinds[kind].sql, [number], `note_subject_${kind}`)
  if (row === undefined || reader === null) return row
  const isSeen = !row.is_of_order || isInScope(reader.addresses, row.address_id)
  return row.dealer_id === reader.dealerId && isSeen ? row : undefined
}
