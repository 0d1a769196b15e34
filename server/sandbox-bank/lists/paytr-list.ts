import { createHmac } from 'node:crypto'
import type { Db } from '#server/platform/db/pool.ts'
import { merchantOf } from '#server/sandbox-bank/merchants.ts'
import { type ListedTransaction, loadListed } from './listed-transactions.ts'

/**
 * PayTR's İşlem Dökümü over the sandbox bank's books: the merchant's password is its key, its storeKey the salt. Without
 * times, and without a number for each row, as PayTR's.
 */
export async function answerPaytrList(db: Db, fields: ReadonlyMap<string, string>): Promise<object> {
  const of = (name: string) => fields.get(name) ?? ''
  const merchant = merchantOf(of('merchant_id'))
  const [start, end] = [of('start_date'), of('end_date')]
  const text = `${merchant?.clientId}${start}${end}${merchant?.storeKey}`
  const token = createHmac('sha256', merchant?.password ?? '')
    .update(text)
    .digest('base64')
  if (merchant === undefined || of('paytr_token') !== token)
    return { status: 'error', err_no: '002', err_msg: 'Geçersiz token' }
  const day = /^(\d{4}-\d{2}-\d{2}) 00:00:00$/.exec(start)?.[1]
  if (day === undefined || end !== `${day} 23:59:59`)
    return { status: 'error', err_no: '003', err_msg: 'Geçersiz tarih' }
  const rows = (await loadListed(db, merchant.clientId, day)).filter(({ approved }) => approved)
  if (rows.length === 0) return { status: 'failed', err_msg: 'İlgili tarih aralığında işlem bulunamadı' }
  return { status: 'success', data: rows.map(rowOf) }
}

function rowOf({ kind, amount, time, installment, card, oid }: ListedTransaction) {
  return {
    islem_tipi: kind === 'sale' ? 'S' : 'I',
    net_tutar: amount.replace('.', ','),
    kesinti_tutari: '0,00',
    islem_tutari: amount.replace('.', ','),
    odeme_tutari: amount.replace('.', ','),
    islem_tarihi: time.slice(0, 10).split('-').toReversed().join('.'),
    para_birimi: 'TL',
    taksit: installment === 1 ? '0' : String(installment),
    kart_no: card,
    siparis_no: oid,
    odeme_tipi: 'KART',
  }
}
