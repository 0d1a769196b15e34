import type { Db } from '#server/platform/db/pool.ts'

/** The invoices of an order, oldest first. */
export function loadOrderInvoices(db: Db, orderId: number): Promise<{ id: number; invoiceNo: string }[]> {
  return db.query(
    'SELECT id, invoice_no AS "invoiceNo" FROM invoices WHERE order_id = $1 ORDER BY issued_on, id',
    [orderId],
    'order_invoices',
  )
}
