import { Readable } from 'node:stream'
import {
  type BankLine,
  bookBankLine,
  findTransferDealers,
  getTransferDealer,
  ignoreBankLine,
  listBankLines,
  reopenBankLine,
} from '#contract/admin/bank-lines.ts'
import { importStatement as importCall } from '#contract/admin/bank-statements.ts'
import { listTransferNotices, rejectTransferNotice } from '#contract/admin/transfer-notices.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import { noticeStates } from '#contract/shop/transfers.ts'
import { parseBankAccounts } from '#domain/money/iban.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { findDealers, loadDealer } from './lines/find-dealers.ts'
import { countLines, countWork, findLineIds } from './lines/line-rows.ts'
import { parseLineFilter } from './lines/lines-export.ts'
import { bankOf, presentLines } from './lines/present-line.ts'
import { bookLine } from './lines/book-line.ts'
import { ignoreLine, reopenLine } from './lines/set-aside.ts'
import { countNotices, findNoticeIds, loadNotices, type NoticeFilter } from './notices/notice-rows.ts'
import { loadNotice, presentToStore } from './notices/present-notice.ts'
import { rejectNotice } from './notices/reject-notice.ts'
import { importStatement } from './statements/import-statement.ts'
import { loadStatements } from './statements/statement-rows.ts'

export type TransferDeps = {
  pool: Pool
  store: Store
  /** Folder of the receipts. */
  folder: FileStore
  /** Folder for uploads while they are read. */
  uploads: string
  now: () => Date
}

const statementsShown = 5

/** The endpoints of staff: bank statements, what their lines are booked as, and what dealers have reported. */
export function registerTransferAdministration(calls: Calls, deps: TransferDeps): void {
  registerLines(calls, deps)
  registerNotices(calls, deps)
}

function registerLines(calls: Calls, { pool, store, uploads, now }: TransferDeps): void {
  const accounts = () => parseBankAccounts(store.facts().settings.bankAccounts) ?? []
  const detail = async (id: number): Promise<BankLine | Refusal> =>
    (await presentLines(pool, [id], accounts()))[0] ?? refuse('bank_line_not_found')

  handle(calls, listBankLines, async ({ query }) => {
    const { page, limit } = parsePaging(query)
    const filter = parseLineFilter(query)
    const [total, ids, work, statements] = await Promise.all([
      countLines(pool, filter),
      findLineIds(pool, filter, { limit, offset: (page - 1) * limit }),
      countWork(pool),
      loadStatements(pool, statementsShown),
    ])
    return {
      items: await presentLines(pool, ids, accounts()),
      ...{ total, page, pages: Math.max(1, Math.ceil(total / limit)), limit, ...filter },
      ...{ openCount: work.open, waitingNotices: work.notices, accounts: accounts() },
      statements: statements.map((row) => ({
        ...{
          id: row.id,
          name: row.name,
          bank: bankOf(accounts(), row.iban),
          importedAt: row.imported_at.toISOString(),
        },
        ...{ importedBy: row.imported_by ?? '', lines: row.lines, newLines: row.new_lines },
      })),
    }
  })

  handle(calls, importCall, async ({ query, body }, context) =>
    body instanceof Readable
      ? importStatement(
          { pool, folder: uploads, bankAccounts: store.facts().settings.bankAccounts },
          { query, body },
          context,
        )
      : refuse('bad_request'),
  )

  handle(calls, bookBankLine, async ({ params, body }, context) => {
    const outcome = await bookLine({ pool, by: context, now: now() }, params.id, body.parts)
    return outcome.ok ? detail(params.id) : outcome
  })

  handle(calls, ignoreBankLine, async ({ params, body }, context) => {
    const outcome = await ignoreLine({ pool, by: context }, params.id, body.reason)
    return outcome.ok ? detail(params.id) : outcome
  })

  handle(calls, reopenBankLine, async ({ params, body }, context) => {
    const outcome = await reopenLine({ pool, by: context, now: now() }, params.id, body.reason)
    return outcome.ok ? detail(params.id) : outcome
  })

  handle(calls, findTransferDealers, async ({ query }) => ({ items: await findDealers(pool, cleanText(query.q)) }))

  handle(calls, getTransferDealer, ({ params }) => loadDealer(pool, params.id))
}

function registerNotices(calls: Calls, { pool }: TransferDeps): void {
  handle(calls, listTransferNotices, async ({ query }) => {
    const { page, limit } = parsePaging(query)
    const state = noticeStates.find((each) => each === query.state) ?? 'waiting'
    const filter = { dealerId: null, state, q: cleanText(query.q) } satisfies NoticeFilter
    const [total, ids, work] = await Promise.all([
      countNotices(pool, filter),
      findNoticeIds(pool, filter, { limit, offset: (page - 1) * limit }),
      countWork(pool),
    ])
    const items = (await loadNotices(pool, ids)).map(presentToStore)
    const pages = Math.max(1, Math.ceil(total / limit))
    return { items, total, page, pages, limit, state, q: filter.q, waitingCount: work.notices }
  })

  handle(calls, rejectTransferNotice, async ({ params, body }, context) => {
    const outcome = await rejectNotice(pool, context, params.id, body.reason)
    if (!outcome.ok) return outcome
    const row = await loadNotice(pool, params.id)
    return isRefusal(row) ? row : presentToStore(row)
  })
}
