import type { Input, Reply } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import {
  type BankFinding,
  bookBankFinding,
  checkBankFinding,
  explainBankFinding,
  linkBankFinding,
  listBankFindings,
  listLinkablePayments,
  returnBankFinding,
} from '#contract/admin/bank-findings.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { adapters } from '#server/payments/gateways/gateways.ts'
import { cardNumberOf } from '#server/payments/payment/present-payment.ts'
import {
  bookFinding,
  checkFinding,
  explainFinding,
  mayBook,
  mayCheck,
  mayReturn,
  returnFinding,
} from './finding-actions.ts'
import { findLinkable, linkFinding, mayLink } from './link-finding.ts'
import { findFinding, findingColumns, findingTables, type ListedFindingRow } from './finding-rows.ts'

const defaultPageSize = 25
const maxPageSize = 100
/** Days for which a list that could not be read is shown. */
const unreadDays = 30

/** Registers the staff's calls about what the banks' lists have and the books lack. */
export function registerFindingAdministration(calls: Calls, deps: PaymentDeps): void {
  const act = async (
    id: number,
    action: (finding: ListedFindingRow) => Promise<Refusal | null>,
  ): Promise<BankFinding | Refusal> => {
    const finding = await findFinding(deps.pool, id)
    if (finding === undefined) return refuse('not_found')
    const refused = await action(finding)
    if (refused !== null) return refused
    const after = await findFinding(deps.pool, id)
    return after === undefined ? refuse('not_found') : presentFinding(after, deps.now())
  }

  handle(calls, listBankFindings, ({ query }) => list(deps, query))

  handle(calls, explainBankFinding, ({ params, body }, by) => {
    const note = body.note.replaceAll('\0', '')
    return act(params.id, (finding) => explainFinding(deps, finding, { note, by }))
  })

  handle(calls, listLinkablePayments, async ({ params, query }) => {
    const finding = await findFinding(deps.pool, params.id)
    return finding === undefined ? refuse('not_found') : findLinkable(deps.pool, finding, query.q ?? '')
  })

  handle(calls, linkBankFinding, ({ params, body: { paymentId, note = '' } }, by) => {
    const link = { paymentId, note: note.replaceAll('\0', ''), by }
    return act(params.id, (finding) => linkFinding(deps, finding, link))
  })

  handle(calls, bookBankFinding, ({ params }, by) => act(params.id, (finding) => bookFinding(deps, finding, by)))

  handle(calls, returnBankFinding, ({ params, body }, by) => {
    const cause = (body.cause ?? '').replaceAll('\0', '').trim()
    return act(params.id, (finding) => returnFinding(deps, finding, { cause, by }))
  })

  handle(calls, checkBankFinding, ({ params }, by) => act(params.id, (finding) => checkFinding(deps, finding, by)))
}

async function list(
  { pool, now }: PaymentDeps,
  query: Input<typeof listBankFindings>['query'],
): Promise<Reply<typeof listBankFindings>> {
  const limit = parseWholeNumber(query.limit, maxPageSize) ?? defaultPageSize
  const page = parseWholeNumber(query.page, 1_000_000) ?? 1
  const state = query.state === 'settled' ? 'settled' : null
  const condition = state === null ? 'f.settled_at IS NULL' : 'f.settled_at IS NOT NULL'
  const [rows, counts, unread, accounts] = await Promise.all([
    pool.query<ListedFindingRow>(
      `SELECT ${findingColumns} FROM ${findingTables} WHERE ${condition} ORDER BY f.id DESC LIMIT $1 OFFSET $2`,
      [limit, (page - 1) * limit],
      `bank_findings_${state ?? 'open'}`,
    ),
    pool.one<{ open: number; settled: number }>(
      `SELECT count(*) FILTER (WHERE settled_at IS NULL) AS open, count(*) FILTER (WHERE settled_at IS NOT NULL) AS settled
         FROM bank_findings`,
      [],
      'bank_findings_count',
    ),
    pool.query<{ account: string; day: string; tries: number }>(
      `SELECT a.name AS account, r.day, r.tries FROM payment_reconciliations r JOIN pos_accounts a ON a.id = r.pos_account_id
        WHERE r.list = 'open' AND r.tries > 0 AND r.day >= $1 ORDER BY r.day, a.id LIMIT 50`,
      [addDays(dayInTurkey(now()), -unreadDays)],
      'bank_findings_unread',
    ),
    pool.query<{ name: string; adapter: keyof typeof adapters }>(
      'SELECT name, adapter FROM pos_accounts WHERE is_active ORDER BY position, id',
      [],
      'bank_findings_accounts',
    ),
  ])
  const total = counts?.[state ?? 'open'] ?? 0
  return {
    items: rows.map((row) => presentFinding(row, now())),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    limit,
    state,
    openCount: counts?.open ?? 0,
    unread,
    withoutList: accounts.filter(({ adapter }) => !adapters[adapter].hasList).map(({ name }) => name),
  }
}

function parseWholeNumber(text: string | undefined, max: number): number | null {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Math.min(Math.max(Number(text), 1), max) : null
}

function presentFinding(row: ListedFindingRow, now: Date): BankFinding {
  const isOpen = row.settled_at === null
  return {
    id: row.id,
    kind: row.kind,
    account: row.account,
    day: row.day,
    occurredAt: row.occurred_at?.toISOString() ?? null,
    reference: row.reference,
    amount: Number(row.amount),
    currency: row.currency,
    ours: row.ours === null ? null : Number(row.ours),
    cardNumber: cardNumberOf(row),
    authCode: row.auth_code,
    bankReference: row.bank_reference,
    paymentId: row.payment_id,
    paymentReference: row.payment_reference,
    foundAt: row.found_at.toISOString(),
    returnState: row.return_state,
    returnText: row.return_text,
    settledAs: row.settled_as,
    settledAt: row.settled_at?.toISOString() ?? null,
    settledBy: row.settled_by_name,
    note: row.note,
    mayBook: mayBook(row),
    mayReturn: mayReturn(row),
    mayCheck: mayCheck(row, now),
    mayLink: mayLink(row),
    mayExplain: isOpen && (row.return_state === null || row.return_state === 'refused'),
  }
}
