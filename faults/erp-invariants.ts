import type { Db } from '#server/platform/db/pool.ts'

/** Returns one line for each order, cancellation or payment of the shop that the ERP does not have exactly as often as it should. */
export async function findMisbooked(shop: Db, erp: Db): Promise<string[]> {
  const booked = await erp.query<{ kind: string; sender_no: string; document_no: string; n: number }>(
    `SELECT kind, sender_no, min(document_no) AS document_no, count(*)::int AS n FROM sandbox_erp_documents GROUP BY 1, 2`,
  )
  const orders = new Map(booked.filter(({ kind }) => kind === 'order').map((row) => [row.sender_no, row]))
  const problems: string[] = []
  const wanted = await shop.query<{ order_no: string; is_cancel: boolean; document_no: string | null }>(
    `SELECT o.order_no, o.is_cancel, d.document_no FROM erp_outgoing e JOIN orders o ON o.id = e.subject_id
       LEFT JOIN erp_documents d ON d.kind = 'order' AND d.subject_id = o.id
      WHERE e.kind = 'order' AND e.connection_id = (SELECT max(id) FROM erp_connections)`,
  )
  for (const { order_no: orderNo, is_cancel: isCancelled, document_no: documentNo } of wanted) {
    const found = orders.get(orderNo)
    const count = isCancelled ? 0 : 1
    if ((found?.n ?? 0) !== count)
      problems.push(`order ${orderNo}: ${found?.n ?? 0} times in the ERP instead of ${count}`)
    else if (count === 1 && found?.document_no !== documentNo)
      problems.push(`order ${orderNo}: ${found?.document_no} in the ERP, ${documentNo} in the shop`)
  }
  const known = new Set(wanted.map(({ order_no }) => order_no))
  for (const orderNo of orders.keys()) if (!known.has(orderNo)) problems.push(`order ${orderNo}: only in the ERP`)

  const payments = booked.filter(({ kind }) => kind === 'payment')
  const captured = await shop.query<{ reference: string; document_no: string | null }>(
    `SELECT p.reference, d.document_no FROM payments p JOIN erp_outgoing e ON e.kind = 'payment' AND e.subject_id = p.id
       LEFT JOIN erp_documents d ON d.kind = 'payment' AND d.subject_id = p.id WHERE p.captured_at IS NOT NULL`,
  )
  const byNumber = new Map(payments.map((row) => [row.document_no, row]))
  for (const { reference, document_no: documentNo } of captured) {
    const count = byNumber.get(documentNo ?? '')?.n ?? 0
    if (count !== 1) problems.push(`payment ${reference}: ${count} times in the ERP as ${documentNo}`)
  }
  if (payments.length !== captured.length)
    problems.push(`${payments.length} payments in the ERP, ${captured.length} in the shop`)
  return problems
}

/** Figures of both sides by a common key; the ERP's tables are those of its sandbox. */
const figures: Record<string, { shop: string; erp: string }> = {
  stock: {
    shop: `SELECT p.code || ' ' || w.code AS key, i.quantity::numeric AS value FROM inventory i JOIN products p ON p.id = i.product_id
             JOIN warehouses w ON w.id = i.warehouse_id WHERE p.variant_names IS NULL AND p.is_active`,
    // Logo's template reads what no open order waits for.
    erp: `SELECT i.code || ' ' || (ARRAY['MERKEZ', 'OSTIM', 'GIDA'])[s.warehouse_no] AS key,
                 s.quantity - coalesce((
                   SELECT sum(line.quantity * u.multiplier) FROM sandbox_erp_documents d
                    CROSS JOIN jsonb_to_recordset(d.lines) AS line ("itemId" int, "unitNo" int, quantity numeric, "warehouseNo" int)
                     JOIN sandbox_erp_units u ON u.item_id = line."itemId" AND u.unit_no = line."unitNo"
                    WHERE d.kind = 'order' AND d.state = 'open' AND line."itemId" = s.item_id AND line."warehouseNo" = s.warehouse_no
                 ), 0) AS value
            FROM sandbox_erp_stock s JOIN sandbox_erp_items i ON i.id = s.item_id WHERE i.is_active`,
  },
  prices: {
    shop: `SELECT p.code || ' ' || u.name || ' ' || l.code AS key, x.sale_value AS value FROM unit_prices x
             JOIN product_units u ON u.id = x.unit_id JOIN products p ON p.id = u.product_id
             JOIN price_lists l ON l.id = x.price_list_id WHERE p.variant_names IS NULL AND p.is_active AND x.sale_value > 0`,
    erp: `SELECT i.code || ' ' || u.name || ' ' || (ARRAY[(SELECT code FROM price_lists WHERE is_default), 'OZEL'])[p.list_no] AS key,
                 p.price AS value
            FROM sandbox_erp_prices p JOIN sandbox_erp_items i ON i.id = p.item_id
            JOIN sandbox_erp_units u ON (u.item_id, u.unit_no) = (p.item_id, p.unit_no) WHERE i.is_active`,
  },
  balances: {
    shop: `SELECT d.code AS key, b.balance AS value FROM dealer_balances b JOIN dealers d ON d.id = b.dealer_id
            WHERE b.currency = 'TRY'`,
    erp: `SELECT a.code AS key, sum(l.debit - l.credit) AS value FROM sandbox_erp_accounts a
            JOIN sandbox_erp_ledger l ON l.account_id = a.id AND NOT l.is_cancelled GROUP BY a.code`,
  },
  'sums of movements': {
    // Bank transfers that were booked in the shop are not sent: the ERP books its bank statements itself.
    shop: `SELECT d.code AS key, sum(m.debit - m.credit) AS value FROM account_movements m JOIN dealers d ON d.id = m.dealer_id
            WHERE m.currency = 'TRY' AND NOT EXISTS (SELECT FROM bank_line_bookings b WHERE m.id IN (b.movement_id, b.reversal_id))
            GROUP BY d.code`,
    erp: `SELECT a.code AS key, sum(l.debit - l.credit) AS value FROM sandbox_erp_accounts a
            JOIN sandbox_erp_ledger l ON l.account_id = a.id AND NOT l.is_cancelled GROUP BY a.code`,
  },
}

/** Returns one line for each kind of figure in which shop and ERP differ. */
export async function figureDifferences(shop: Db, erp: Db): Promise<string[]> {
  const problems: string[] = []
  for (const [what, sql] of Object.entries(figures)) {
    const inShop = new Map(
      (await shop.query<{ key: string; value: string }>(sql.shop)).map(({ key, value }) => [key, value]),
    )
    const inErp = await erp.query<{ key: string; value: string }>(sql.erp)
    const differing = inErp.filter(({ key, value }) => Number(inShop.get(key) ?? Number.NaN) !== Number(value))
    if (inErp.length === 0) problems.push(`${what}: the ERP has none`)
    if (differing.length > 0) {
      const shown = differing.slice(0, 3).map(({ key, value }) => `${key}: ERP ${value}, shop ${inShop.get(key)}`)
      problems.push(`${what}: ${differing.length} of ${inErp.length} differ, ${shown.join('; ')}`)
    }
  }
  return problems
}
