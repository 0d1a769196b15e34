import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import type { TestRequest, TestShop } from './shop.ts'

/** Notices of the dealer, the second one to be withdrawn and the third one to be rejected; and lines of a statement. */
export type TestTransfers = {
  notice: number
  noticeToReject: number
  lines: { book: number; ignore: number; reopen: number }
}

const iban = 'TR33 0006 1005 1978 6457 8413 26'

export async function addTransfers(shop: TestShop, dealer: Actor): Promise<TestTransfers> {
  const { pool } = shop.database
  const notices = await pool.query<{ id: number }>(
    `INSERT INTO transfer_notices (dealer_id, user_id, request_key, amount, sent_on, bank, iban, sender)
     SELECT $1, $2, 'bildirim-' || n, 10, '2020-05-04', 'Banka', $3, 'Ad' FROM generate_series(1, 2) n RETURNING id`,
    [dealer.dealer?.id, dealer.userId, iban.replaceAll(' ', '')],
  )
  const lines = await pool.query<{ id: number }>(
    `WITH statement AS (
       INSERT INTO bank_statements (name, format, iban, lines, new_lines) VALUES ('ekstre', 'table', $1, 3, 3) RETURNING id
     )
     INSERT INTO bank_lines (statement_id, iban, booked_on, amount, description, fingerprint, occurrence, state, reason, settled_at)
     SELECT id, $1, '2020-05-05', 10, 'EFT', repeat('0', 64), n, CASE n WHEN 3 THEN 'ignored' ELSE 'open' END,
            CASE n WHEN 3 THEN 'POS' ELSE '' END, CASE n WHEN 3 THEN now() END
       FROM statement, generate_series(1, 3) n RETURNING id`,
    [iban.replaceAll(' ', '')],
  )
  await shop.setSetting('bankAccounts', `Banka · ${iban}`)
  const [book = 0, ignore = 0, reopen = 0] = lines.map(({ id }) => id)
  const [notice = 0, noticeToReject = 0] = notices.map(({ id }) => id)
  return { notice, noticeToReject, lines: { book, ignore, reopen } }
}

let serial = 0
const report = (): object => {
  serial += 1
  return {
    ...{ amount: '10,00', day: dayInTurkey(new Date()), iban, sender: 'Ad', note: '', debts: [], orderNo: null },
    ...{ receipt: null, key: `istek-${serial}-${process.pid}` },
  }
}

type Known = TestTransfers & { dealer: Actor }

/** Valid requests for the calls about bank transfers. */
export const transferRequests: Record<string, (people: Known) => TestRequest> = {
  'GET /api/account/transfers': () => ({ url: '/api/account/transfers' }),
  'POST /api/account/transfers': () => ({ url: '/api/account/transfers', body: report() }),
  'POST /api/account/transfers/:id/withdraw': ({ notice }) => ({ url: `/api/account/transfers/${notice}/withdraw` }),
  'POST /api/account/transfer-receipts': () => ({
    url: '/api/account/transfer-receipts?name=dekont.pdf',
    body: Buffer.from('%PDF-1.7\n%%EOF\n'),
  }),
  'GET /yonetim/transfer-notices': () => ({ url: '/yonetim/transfer-notices' }),
  'POST /yonetim/transfer-notices/:id/reject': ({ noticeToReject }) => ({
    url: `/yonetim/transfer-notices/${noticeToReject}/reject`,
    body: { reason: 'Gelmedi' },
  }),
  'GET /yonetim/bank-lines': () => ({ url: '/yonetim/bank-lines' }),
  'POST /yonetim/bank-lines/:id/book': ({ lines, dealer }) => ({
    url: `/yonetim/bank-lines/${lines.book}/book`,
    body: { parts: [{ dealerId: dealer.dealer?.id, amount: '10', noticeId: null, debts: [] }] },
  }),
  'POST /yonetim/bank-lines/:id/ignore': ({ lines }) => ({
    url: `/yonetim/bank-lines/${lines.ignore}/ignore`,
    body: { reason: 'POS' },
  }),
  'POST /yonetim/bank-lines/:id/reopen': ({ lines }) => ({
    url: `/yonetim/bank-lines/${lines.reopen}/reopen`,
    body: { reason: 'Yanlış' },
  }),
  'GET /yonetim/transfer-dealers': () => ({ url: '/yonetim/transfer-dealers?q=a' }),
  'GET /yonetim/transfer-dealers/:id': ({ dealer }) => ({ url: `/yonetim/transfer-dealers/${dealer.dealer?.id}` }),
  'POST /yonetim/bank-statements': () => ({
    url: `/yonetim/bank-statements?name=a.csv&iban=${encodeURIComponent(iban)}`,
    body: Buffer.from('Tarih;Tutar\n04.05.2020;5,00\n'),
  }),
}
