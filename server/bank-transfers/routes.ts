import { Readable } from 'node:stream'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import {
  listTransfers,
  reportTransfer as reportCall,
  type TransferNotice,
  uploadTransferReceipt,
  withdrawTransfer,
} from '#contract/shop/transfers.ts'
import { parseBankAccounts } from '#domain/money/iban.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { parsePaging } from '#server/platform/http/list-paging.ts'
import { companyName } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { registerTransferAdministration, type TransferDeps } from './administration.ts'
import { countNotices, findNoticeIds, loadNotices, settleNotice } from './notices/notice-rows.ts'
import { loadNotice, presentNotice } from './notices/present-notice.ts'
import { reportTransfer } from './notices/report-transfer.ts'
import { addReceipt } from './receipts/files.ts'

export function registerTransfers(calls: Calls, deps: TransferDeps): void {
  const { pool, store, folder, now } = deps
  const settings = () => store.facts().settings
  const bankAccounts = () => settings().bankAccounts

  handle(calls, listTransfers, async ({ query }, { actor }) => {
    const { page, limit } = parsePaging(query)
    const filter = { dealerId: actor.dealer.id, state: null, q: '' }
    const [total, ids] = await Promise.all([
      countNotices(pool, filter),
      findNoticeIds(pool, filter, { limit, offset: (page - 1) * limit }),
    ])
    const items = (await loadNotices(pool, ids)).map(presentNotice)
    const accounts = parseBankAccounts(bankAccounts()) ?? []
    const pages = Math.max(1, Math.ceil(total / limit))
    return { items, total, page, pages, limit, accounts, accountHolder: companyName(settings()) }
  })

  handle(calls, reportCall, async ({ body }, { actor }) => {
    const { userId, dealer, addresses } = actor
    const reporter = { userId, dealerId: dealer.id, addresses }
    const id = await reportTransfer({ pool, bankAccounts: bankAccounts(), now: now() }, reporter, body)
    return isRefusal(id) ? id : detail(pool, id)
  })

  handle(calls, withdrawTransfer, async ({ params: { id } }, { actor }) => {
    const notice = await loadNotice(pool, id)
    if (isRefusal(notice) || notice.dealer_id !== actor.dealer.id) return refuse('transfer_not_found')
    const to = { state: 'withdrawn', dealerId: actor.dealer.id, userId: actor.userId } as const
    return (await settleNotice(pool, id, to)) ? detail(pool, id) : refuse('transfer_settled')
  })

  handle(calls, uploadTransferReceipt, async ({ query, body }, { actor }) =>
    body instanceof Readable
      ? addReceipt({ pool, folder }, { userId: actor.userId, name: query.name, source: body })
      : refuse('bad_request'),
  )
  registerTransferAdministration(calls, deps)
}

async function detail(db: Db, id: number): Promise<TransferNotice | Refusal> {
  const row = await loadNotice(db, id)
  return isRefusal(row) ? row : presentNotice(row)
}
