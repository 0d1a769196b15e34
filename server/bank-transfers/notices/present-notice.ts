import type { DealersTransferNotice } from '#contract/admin/transfer-notices.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { TransferNotice } from '#contract/shop/transfers.ts'
import { formatIban } from '#domain/money/iban.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadNotices, type NoticeRow } from './notice-rows.ts'

export function presentNotice(row: NoticeRow): TransferNotice {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    user: row.user,
    amount: Number(row.amount),
    day: row.sent_on,
    bank: row.bank,
    iban: formatIban(row.iban),
    sender: row.sender,
    note: row.note,
    orderNo: row.order_no,
    debts: row.debts,
    receipt: row.receipt,
    state: row.state,
    reason: row.reason,
    settledAt: row.settled_at?.toISOString() ?? null,
  }
}

export const presentToStore = (row: NoticeRow): DealersTransferNotice => ({
  ...presentNotice(row),
  dealerId: row.dealer_id,
  dealer: row.dealer,
  dealerCode: row.dealer_code,
  orderId: row.order_id,
  lineId: row.line_id,
  settledBy: row.settled_by,
})

export async function loadNotice(db: Db, id: number): Promise<NoticeRow | Refusal> {
  const [row] = await loadNotices(db, [id])
  return row ?? refuse('transfer_not_found')
}
