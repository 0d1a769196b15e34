import { createHmac } from 'node:crypto'
import type { Db } from '#server/platform/db/pool.ts'
import { sandboxMerchants } from '#server/sandbox-bank/merchants.ts'
import { type ListedTransaction, loadListed, pageOf } from './listed-transactions.ts'

type Request = { path: string; authorization: string; random: string; page: string; day: string }

/** iyzico's daily report over the sandbox bank's books: the merchant's user is its API key, its password the secret key. */
export async function answerIyzicoList(db: Db, { path, authorization, random, page, day }: Request): Promise<object> {
  const sent = Buffer.from(authorization.replace(/^IYZWSv2 /, ''), 'base64').toString()
  const merchant = Object.values(sandboxMerchants).find(({ userName, password }) => {
    const signature = createHmac('sha256', password)
      .update(random + path)
      .digest('hex')
    return sent === `apiKey:${userName}&randomKey:${random}&signature:${signature}`
  })
  if (merchant === undefined) return { status: 'failure', errorCode: '1000', errorMessage: 'Geçersiz imza' }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^[1-9]\d{0,3}$/.test(page))
    return { status: 'failure', errorCode: '11', errorMessage: 'Geçersiz istek' }
  const rows = (await loadListed(db, merchant.clientId, day)).filter(({ approved }) => approved)
  if (rows.length === 0) return { status: 'success', locale: 'tr', transactions: [] }
  const { rows: shown, pages } = pageOf(rows, Number(page))
  return {
    status: 'success',
    locale: 'tr',
    transactions: shown.map(rowOf),
    currentPage: Number(page),
    totalPageCount: pages,
  }
}

const types = { sale: 'PAYMENT', void: 'CANCEL', refund: 'REFUND' } as const

function rowOf({ id, oid, kind, amount, time, installment, auth_code, host_ref, sale_ref }: ListedTransaction) {
  return {
    transactionType: types[kind],
    transactionDate: time,
    transactionId: String(id),
    paymentTxId: sale_ref,
    paymentId: sale_ref,
    conversationId: oid,
    paymentPhase: 'AUTH',
    price: Number(amount),
    paidPrice: Number(amount),
    transactionCurrency: 'TRY',
    installment,
    threeDS: 1,
    authCode: auth_code,
    hostReference: host_ref,
    basketId: oid,
    ...(kind === 'sale' && { transactionStatus: 2 }),
  }
}
