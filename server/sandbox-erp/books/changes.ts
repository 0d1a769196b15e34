import type { Db } from '#server/platform/db/pool.ts'

/** Changes one price of an item's first unit with a price in that list. False: there is no such price. */
export async function setPrice(db: Db, change: { code: string; list: number; price: string }): Promise<boolean> {
  const changed = await db.execute(
    `UPDATE sandbox_erp_prices p SET price = $3, changed_at = now()
       FROM sandbox_erp_items i WHERE i.code = $1 AND p.item_id = i.id AND p.list_no = $2
        AND p.unit_no = (SELECT min(o.unit_no) FROM sandbox_erp_prices o WHERE o.item_id = i.id AND o.list_no = $2)`,
    [change.code, change.list, change.price],
  )
  return changed > 0
}

/** Sets the stock of an item in a warehouse, in base units. False: there is no such item. */
export async function setStock(
  db: Db,
  change: { code: string; warehouse: number; quantity: string },
): Promise<boolean> {
  const changed = await db.execute(
    `INSERT INTO sandbox_erp_stock (item_id, warehouse_no, quantity) SELECT id, $2, $3 FROM sandbox_erp_items WHERE code = $1
     ON CONFLICT (item_id, warehouse_no) DO UPDATE SET quantity = excluded.quantity`,
    [change.code, change.warehouse, change.quantity],
  )
  return changed > 0
}

/** Switches an item on or off, as people in the ERP do. False: there is no such item. */
export async function setItem(db: Db, change: { code: string; isActive: boolean }): Promise<boolean> {
  const changed = await db.execute('UPDATE sandbox_erp_items SET is_active = $2, changed_at = now() WHERE code = $1', [
    change.code,
    change.isActive,
  ])
  return changed > 0
}

/** Switches an account on or off. False: there is no such account. */
export async function setAccount(db: Db, change: { code: string; isActive: boolean }): Promise<boolean> {
  const changed = await db.execute(
    'UPDATE sandbox_erp_accounts SET is_active = $2, changed_at = now() WHERE code = $1',
    [change.code, change.isActive],
  )
  return changed > 0
}

/** Books an amount on an account: a debit if it is positive. False: there is no such account. */
export async function addMovement(
  db: Db,
  { account, amount, description, day }: { account: string; amount: string; description: string; day: string },
): Promise<boolean> {
  const added = await db.execute(
    `INSERT INTO sandbox_erp_ledger (account_id, posted_on, due_on, document_no, kind, description, debit, credit)
     SELECT id, $4::date, $4::date, 'FIS' || (SELECT count(*) + 1 FROM sandbox_erp_ledger),
            CASE WHEN $2::numeric > 0 THEN 'invoice' ELSE 'payment' END, $3, greatest($2::numeric, 0), greatest(-$2::numeric, 0)
       FROM sandbox_erp_accounts WHERE code = $1`,
    [account, amount, description, day],
  )
  return added > 0
}

export type BookedDocument = {
  dialect: string
  kind: string
  documentNo: string
  senderNo: string
  account: string
  date: string
  total: string
  state: string
  notes: string
  lines: { code: string; unit: string; quantity: string; price: string; vat: string; warehouseNo: number }[]
}

/** The documents of the ERP, the newest first. */
export function listDocuments(db: Db, limit: number): Promise<BookedDocument[]> {
  return db.query(
    `SELECT d.dialect, d.kind, d.document_no AS "documentNo", d.sender_no AS "senderNo", a.code AS account,
            to_char(d.document_date, 'YYYY-MM-DD') AS date, d.total::text AS total, d.state, d.notes,
            coalesce((SELECT jsonb_agg(jsonb_build_object('code', i.code, 'unit', u.name, 'quantity', line ->> 'quantity',
                        'price', line ->> 'price', 'vat', line ->> 'vat', 'warehouseNo', line -> 'warehouseNo') ORDER BY n)
               FROM jsonb_array_elements(d.lines) WITH ORDINALITY AS each (line, n)
               JOIN sandbox_erp_items i ON i.id = (line ->> 'itemId')::integer
               JOIN sandbox_erp_units u ON u.item_id = i.id AND u.unit_no = (line ->> 'unitNo')::integer), '[]') AS lines
       FROM sandbox_erp_documents d JOIN sandbox_erp_accounts a ON a.id = d.account_id ORDER BY d.id DESC LIMIT $1`,
    [limit],
  )
}

export type ErpFigures = {
  stock: { code: string; warehouse: number; quantity: string }[]
  prices: { code: string; list: number; unitNo: number; price: string; currency: string }[]
  balances: { account: string; balance: string }[]
}

/** Stock, prices and balances, for comparisons with the shop. */
export async function readFigures(db: Db): Promise<ErpFigures> {
  const [stock, prices, balances] = await Promise.all([
    db.query<ErpFigures['stock'][number]>(
      `SELECT i.code, s.warehouse_no AS warehouse, s.quantity::text AS quantity
         FROM sandbox_erp_stock s JOIN sandbox_erp_items i ON i.id = s.item_id ORDER BY i.code, s.warehouse_no`,
    ),
    db.query<ErpFigures['prices'][number]>(
      `SELECT i.code, p.list_no AS list, p.unit_no AS "unitNo", p.price::text AS price, p.currency
         FROM sandbox_erp_prices p JOIN sandbox_erp_items i ON i.id = p.item_id ORDER BY i.code, p.list_no, p.unit_no`,
    ),
    db.query<ErpFigures['balances'][number]>(
      `SELECT a.code AS account, coalesce(sum(l.debit - l.credit) FILTER (WHERE NOT l.is_cancelled), 0)::text AS balance
         FROM sandbox_erp_accounts a LEFT JOIN sandbox_erp_ledger l ON l.account_id = a.id GROUP BY a.code ORDER BY a.code`,
    ),
  ])
  return { stock, prices, balances }
}
