import type { ListedTransaction } from '#server/sandbox-bank/lists/listed-transactions.ts'
import type { BankRequest, Books } from '#server/sandbox-bank/dialects/dialect.ts'
import type { BankSession } from '#server/sandbox-bank/queries.ts'
import { tokensOf } from './craftgate-cards.ts'
import { type Answer, failure, lineOf, reportedPayment } from './craftgate-payment.ts'

/** Answers everything that is read. */
export async function report({ path, query }: BankRequest, bank: Books): Promise<Answer> {
  const [, area, kind, id] = /^(payment|payment-reporting)\/v1\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? []
  if (id !== undefined) return onePayment(id, area === 'payment', bank)
  const conversationId = query.get('conversationId')
  if (kind === 'payments' && conversationId !== undefined) return pageOf(await byOrder(conversationId, bank), query)
  const day = /^(\d{4}-\d{2}-\d{2})T00:00:00$/.exec(query.get('minCreatedDate') ?? '')?.[1]
  if (day === undefined || query.get('maxCreatedDate') !== `${day}T23:59:59`) return failure('4001', 'Tarih geçersiz')
  const rows = (await bank.listed(day)).filter(({ approved }) => approved)
  if (kind === 'payments') return pageOf(await Promise.all(sales(rows).map((row) => listedSale(row, bank))), query)
  if (kind === 'refunds') return pageOf(await Promise.all(returns(rows, 'void').map((row) => listed(row, bank))), query)
  const parts = returns(rows, 'refund').map(async (row) => {
    const refund = await listed(row, bank)
    return { ...refund, paymentTransactionId: lineOf(String(refund.paymentId)) }
  })
  return kind === 'refund-transactions' ? pageOf(await Promise.all(parts), query) : failure('1', 'Adres bulunamadı')
}

async function onePayment(id: string, hasLines: boolean, bank: Books): Promise<Answer> {
  const session = await bank.session({ proof: id })
  if (session === undefined) return failure('4091', 'Ödeme bulunamadı')
  const payment = await withCard(session, bank)
  return hasLines ? { ...payment, paymentTransactions: [{ id: lineOf(id), externalId: session.oid }] } : payment
}

async function byOrder(oid: string, bank: Books): Promise<object[]> {
  const session = await bank.session({ oid })
  return session === undefined ? [] : [await withCard(session, bank)]
}

async function withCard(session: BankSession, bank: Books): Promise<Record<string, unknown>> {
  const payment = reportedPayment(session, await bank.find(session.oid))
  return { ...payment, ...(await tokensOf(session.oid, bank)) }
}

const sales = (rows: readonly ListedTransaction[]) => rows.filter(({ kind }) => kind === 'sale')
const returns = (rows: readonly ListedTransaction[], of: 'void' | 'refund') => rows.filter(({ kind }) => kind === of)

/** Sales at the panel have no visit; the bank's reference is then their number. */
async function listedSale(row: ListedTransaction, bank: Books): Promise<object> {
  const session = await bank.session({ oid: row.oid })
  const { oid, amount, currency, installment, auth_code, time, card, sale_ref } = row
  return {
    id: Number(session?.proof ?? sale_ref),
    createdDate: time.replace(' ', 'T'),
    paidPrice: Number(amount),
    currency,
    installment,
    conversationId: oid,
    paymentStatus: 'SUCCESS',
    authCode: auth_code,
    binNumber: card.slice(0, 6),
    lastFourDigits: card.slice(-4),
  }
}

async function listed({ id, oid, amount, time, sale_ref }: ListedTransaction, bank: Books) {
  const session = await bank.session({ oid })
  const paymentId = Number(session?.proof ?? sale_ref)
  return { id, status: 'SUCCESS', refundPrice: Number(amount), paymentId, createdDate: time.replace(' ', 'T') }
}

/** Pages count from 0. */
function pageOf(rows: readonly object[], query: ReadonlyMap<string, string>): Answer {
  const [page, size] = [Number(query.get('page')), Number(query.get('size'))]
  return { page, size, totalSize: rows.length, items: rows.slice(page * size, (page + 1) * size) }
}
