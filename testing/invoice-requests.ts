import type { Actor } from '#server/visitor/visitor.ts'
import type { TestRequest, TestShop } from './shop.ts'

/** Invoices of the dealer; the second one is to be deleted. */
export type TestInvoices = { invoice: number; invoiceToDelete: number }

export async function addInvoices({ database: { pool } }: TestShop, { dealer }: Actor): Promise<TestInvoices> {
  const rows = await pool.query<{ id: number }>(
    `INSERT INTO invoices (dealer_id, invoice_no, side, issued_on, currency, net, tax, total)
     VALUES ($1, 'TST2020000000001', 'debit', '2020-05-04', 'TRY', 100, 20, 120),
            ($1, 'TST2020000000002', 'debit', '2020-05-05', 'TRY', 100, 20, 120) RETURNING id`,
    [dealer?.id],
  )
  return { invoice: rows[0]?.id ?? 0, invoiceToDelete: rows[1]?.id ?? 0 }
}

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')

/** Valid requests for the calls about invoices. */
export const invoiceRequests: Record<string, (people: TestInvoices) => TestRequest> = {
  'GET /api/account/debts': () => ({ url: '/api/account/debts?ids=1,2' }),
  'GET /api/account/invoices': () => ({ url: '/api/account/invoices' }),
  'GET /api/account/invoices/:id': ({ invoice }) => ({ url: `/api/account/invoices/${invoice}` }),
  'GET /yonetim/invoices': () => ({ url: '/yonetim/invoices' }),
  'GET /yonetim/invoices/:id': ({ invoice }) => ({ url: `/yonetim/invoices/${invoice}` }),
  'POST /yonetim/invoice-files': () => ({ url: '/yonetim/invoice-files?name=TST2020000000001.pdf', body: pdf }),
  'POST /yonetim/invoices/:id/pdf': ({ invoice }) => ({ url: `/yonetim/invoices/${invoice}/pdf`, body: pdf }),
  'PATCH /yonetim/invoices/:id': ({ invoice }) => ({ url: `/yonetim/invoices/${invoice}`, body: { orderNo: null } }),
  'POST /yonetim/invoices/:id/post': ({ invoice }) => ({ url: `/yonetim/invoices/${invoice}/post` }),
  'DELETE /yonetim/invoices/:id': ({ invoiceToDelete }) => ({ url: `/yonetim/invoices/${invoiceToDelete}` }),
}
