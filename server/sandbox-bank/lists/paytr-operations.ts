import { createHmac } from 'node:crypto'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { merchantOf } from '#server/sandbox-bank/merchants.ts'
import { insertTransaction, listTransactions, lockSale } from '#server/sandbox-bank/queries.ts'

type Fields = ReadonlyMap<string, string>

const lira = (kurus: number) => (kurus / 100).toFixed(2)
const kurusOf = (amount: string) => Math.round(Number(amount) * 100)
const failure = (code: string, text: string) => ({ status: 'error', err_no: code, err_msg: text })

/** The merchant whose key signed these fields, in their order. */
function signer(fields: Fields, names: readonly string[]) {
  const merchant = merchantOf(fields.get('merchant_id') ?? '')
  const text = names.map((name) => fields.get(name) ?? '').join('') + (merchant?.storeKey ?? '')
  const token = createHmac('sha256', merchant?.password ?? '')
    .update(text)
    .digest('base64')
  return fields.get('paytr_token') === token ? merchant : undefined
}

/** PayTR's refund of a sale of the sandbox bank's books, for what its list has. */
export async function answerPaytrRefund(pool: Pool, fields: Fields, now: Date): Promise<object> {
  const merchant = signer(fields, ['merchant_id', 'merchant_oid', 'return_amount'])
  const [oid, amount] = [fields.get('merchant_oid') ?? '', kurusOf(fields.get('return_amount') ?? '')]
  if (merchant === undefined || !(amount > 0)) return failure('002', 'Geçersiz istek')
  return transaction(pool, async (db) => {
    const sale = await lockSale(db, merchant.clientId, oid)
    const back = (await listTransactions(db, merchant.clientId, oid)).filter(
      (row) => row.approved && row.kind !== 'sale',
    )
    const returned = back.reduce((sum, row) => sum + kurusOf(row.amount), 0)
    if (sale === undefined || returned + amount > kurusOf(sale.amount))
      return failure('009', 'Kalan tutardan fazla iade edilemez')
    const { client_id, currency, installment, card } = sale
    const refund = {
      client_id,
      oid,
      kind: 'refund' as const,
      approved: true,
      amount: lira(amount),
      currency,
      code: '00',
      at: now,
    }
    await insertTransaction(db, { ...refund, installment, card })
    return { status: 'success', merchant_oid: oid, return_amount: lira(amount) }
  })
}

/** PayTR's inquiry about a sale of the sandbox bank's books. */
export async function answerPaytrInquiry(pool: Pool, fields: Fields): Promise<object> {
  const merchant = signer(fields, ['merchant_id', 'merchant_oid'])
  if (merchant === undefined) return failure('002', 'Geçersiz istek')
  const rows = await listTransactions(pool, merchant.clientId, fields.get('merchant_oid') ?? '')
  const done = rows.filter(({ approved }) => approved)
  const sale = done.find(({ kind }) => kind === 'sale')
  if (sale === undefined) return failure('004', 'merchant_oid ile başarılı ödeme bulunamadı')
  return {
    status: 'success',
    payment_amount: sale.amount,
    payment_total: sale.amount,
    currency: 'TL',
    masked_pan: sale.card,
    returns: done.filter(({ kind }) => kind !== 'sale').map(({ amount }) => ({ return_amount: amount })),
  }
}
