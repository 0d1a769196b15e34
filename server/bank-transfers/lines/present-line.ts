import type { BankLine, LineSuggestion } from '#contract/admin/bank-lines.ts'
import { type BankAccount, compactIban, formatIban } from '#domain/money/iban.ts'
import type { Suggestion } from '#domain/transfers/match-transfer.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type LineRow, loadLines } from './line-rows.ts'
import { matchDealers, type MatchedDealer } from './match-dealers.ts'

/** Lines in this order, with suggestions for those that are open. */
export async function presentLines(
  db: Db,
  ids: readonly number[],
  accounts: readonly BankAccount[],
): Promise<BankLine[]> {
  const rows = await loadLines(db, ids)
  const open = rows.filter(({ state, amount }) => state === 'open' && !amount.startsWith('-'))
  const { suggestions, dealers } = await matchDealers(db, open)
  return rows.map((row) => ({
    ...presentLine(row, accounts),
    suggestions: (suggestions.get(row.id) ?? []).flatMap((each) => presentSuggestion(each, dealers)),
  }))
}

/** The bank of an account as the settings name it; an account that was removed from them is named by its IBAN alone. */
export const bankOf = (accounts: readonly BankAccount[], iban: string): string =>
  accounts.find((account) => compactIban(account.iban) === iban)?.bank ?? ''

function presentLine(row: LineRow, accounts: readonly BankAccount[]): Omit<BankLine, 'suggestions'> {
  return {
    id: row.id,
    iban: formatIban(row.iban),
    bank: bankOf(accounts, row.iban),
    day: row.booked_on,
    amount: Number(row.amount),
    reference: row.reference,
    description: row.description,
    sender: row.sender,
    senderIban: formatIban(row.sender_iban),
    state: row.amount.startsWith('-') ? 'outgoing' : row.state,
    reason: row.reason,
    settledAt: row.settled_at?.toISOString() ?? null,
    settledBy: row.settled_by,
    hasTwin: row.has_twin,
    bookings: row.bookings,
  }
}

function presentSuggestion(
  { dealerId, noticeId, debts, reasons, isStrong }: Suggestion,
  dealers: ReadonlyMap<number, MatchedDealer>,
): LineSuggestion[] {
  const dealer = dealers.get(dealerId)
  if (dealer === undefined) return []
  const chosen = dealer.debts
    .filter(({ id }) => debts.includes(id))
    .map(({ id, documentNo, unpaid }) => ({ id, documentNo, unpaid: Number(unpaid) }))
  return [{ dealerId, dealer: dealer.name, dealerCode: dealer.code, noticeId, debts: chosen, reasons, isStrong }]
}
