/** Parts of SQL that only a running program puts together, with a text that gives the same columns. */
export const samples: Record<string, Record<string, string>> = {
  'server/account/admin/dealer-rows.ts': { sql: '$1::text[] IS NOT NULL AND $2::integer[] IS NOT NULL' },
  'server/account/admin/user-rows.ts': { sql: '$1::text[] IS NOT NULL AND $2::integer IS NULL' },
  'server/audit/queries.ts': { sql: 'true' },
  'server/cart/cart-sums.ts': {
    "priceColumns(plan).join(', ')": 'sale_value, sale_currency',
    "firstOf(plan, ['own', 'other'])": 'coalesce(own.sale_value, other.sale_value) AS sale_value, own.sale_currency',
    "firstOf(plan, ['def', 'def_base'])":
      'coalesce(def.sale_value, def_base.sale_value) AS sale_value, def.sale_currency',
    'plan === null ? saleChosen : planChosen(plan)':
      'sale_value AS value, CASE WHEN $5::text[] IS NOT NULL THEN sale_currency END AS currency',
  },
  'server/catalog/import/merge/merge.ts': { select: "SELECT 1 AS line, '' AS key_text, '{}'::jsonb AS facts" },
  'server/catalog/list/sql-finder.ts': {
    where: 'true',
    narrow: 'true',
    'text.rank': '1',
    'priceWalk(params, listsOf(source, request), page)': 'SELECT p.id FROM products p',
    'order.join': '',
    'order.terms': 'p.id',
    "costly.length === 0 ? '' : `WHERE ${costly.join(' AND ')}`": '',
    page: 'LIMIT 1',
    "params.add(mostCounted, 'int')": '1',
    "params.add(most, 'int')": '1',
  },
  'server/offers/administration-queries.ts': { sql: 'true' },
  'server/orders/administration-queries.ts': { sql: 'true' },
  'server/orders/order-rows.ts': { sql: 'FROM orders o' },
  'server/payments/admin/administration-queries.ts': { sql: 'true' },
  'server/payments/bank-return/move.ts': { columns: '' },
  // The staging tables of all kinds of account imports in one.
  'server/statement/import/run-import.ts': {
    'kind.staging': `dealer_id integer, currency text, balance numeric(18, 2), overdue_balance numeric(18, 2),
      overdue_since date, as_of date, posted_on date, due_on date, document_no text, kind text, description text,
      debit numeric(18, 2), credit numeric(18, 2), reference text, serial_no text, serial_key text, product_code text,
      product_name text, moved_on date, status text, warranty_until date`,
  },
}

/** Statements whose text is known only at run time, by file. Apart from the wrapper, none of them returns a row. */
export const unresolvedStatements: Record<string, { count: number; reason: string }> = {
  'demo/catalog/bulk.ts': { count: 2, reason: 'The table and its columns are parameters.' },
  'demo/catalog/catalog-insert.ts': { count: 1, reason: 'The columns are cut out of a text.' },
  'demo/store.ts': { count: 3, reason: 'Switches the triggers of a list of tables.' },
  'server/catalog/admin/save-units.ts': { count: 1, reason: 'The columns of all price plans.' },
  'server/catalog/import/merge/import-lock.ts': { count: 3, reason: 'Wraps a database handle.' },
  'server/catalog/import/merge/merge.ts': { count: 1, reason: 'Drops a list of temporary tables.' },
  'server/catalog/import/merge/save-prices.ts': { count: 1, reason: 'The columns that the file has.' },
  'server/catalog/import/merge/save-products.ts': { count: 2, reason: 'The columns that the file has.' },
  'server/catalog/import/merge/save-units.ts': { count: 1, reason: 'The columns that the file has.' },
  'server/catalog/import/undo/undo-labels.ts': { count: 2, reason: 'Loops over brands, models and categories.' },
  'server/catalog/import/undo/undo-values.ts': { count: 2, reason: 'The columns that an import can change.' },
  'server/sandbox-bank/queries.ts': { count: 1, reason: 'The columns that a change names.' },
}

type NeverNull = { columns: readonly string[]; reason: string }

const singleRow = 'A migration inserts the row, and nothing deletes it.'
const defaultPriceList = 'A store always has a price list.'
const variant = 'A CHECK constraint gives every variant its values.'

/** Columns that are never null although neither NOT NULL nor the statement says so. */
export const neverNull: Record<string, readonly NeverNull[]> = {
  'server/account/presence.ts': [{ columns: ['name'], reason: 'The inner join leaves no row without a user.' }],
  'server/cart/check-revision.ts': [{ columns: ['labels_version'], reason: singleRow }],
  'server/catalog/admin/product-form-rows.ts': [{ columns: ['values'], reason: variant }],
  'server/catalog/import/merge/import-lock.ts': [
    { columns: ['locked'], reason: 'The function returns null only for a null key, which is a constant here.' },
  ],
  'server/catalog/import/read/report.ts': [
    {
      columns: ['file', 'line', 'key', 'level', 'code', 'facts'],
      reason: 'Every issue that is staged has these values; the staging table has no constraints.',
    },
  ],
  'server/catalog/import/runs/purge-imports.ts': [
    { columns: ['stored'], reason: 'Every file of an import is recorded with its stored name.' },
  ],
  'server/catalog/index/change-feed.ts': [
    { columns: ['labels_version'], reason: singleRow },
    { columns: ['default_list_id'], reason: defaultPriceList },
    { columns: ['kind'], reason: 'Only rows with a sequence number are read further, and those have a kind.' },
  ],
  'server/catalog/index/load.ts': [
    { columns: ['version'], reason: singleRow },
    { columns: ['default_list_id'], reason: defaultPriceList },
  ],
  'server/catalog/list/listed-addresses.ts': [
    { columns: ['is_code_taken'], reason: 'The expression tests ozelkod2 for null before it compares.' },
  ],
  'server/catalog/product/product-places.ts': [{ columns: ['variant_values'], reason: variant }],
  'server/catalog/product/product-rows.ts': [
    { columns: ['is_code_taken'], reason: 'The expression tests ozelkod2 for null before it compares.' },
  ],
  'server/catalog/queries.ts': [
    { columns: ['is_code_taken'], reason: 'The expression tests ozelkod2 for null before it compares.' },
  ],
  'server/checkout/queries.ts': [{ columns: ['id'], reason: 'WHERE leaves out rows in which the expression is null.' }],
  'server/offers/administration-queries.ts': [{ columns: ['lines'], reason: 'An offer has at least one line.' }],
  'server/offers/queries.ts': [{ columns: ['lines'], reason: 'An offer has at least one line.' }],
  'server/payments/bank-return/move.ts': [
    { columns: ['from_state'], reason: 'The event is inserted from the state that the payment had.' },
  ],
  'server/settings/queries.ts': [{ columns: ['version'], reason: singleRow }],
  'server/statement/import/import-balances.ts': [
    { columns: ['dealer_id'], reason: 'Rows without a dealer are rejected before they are staged.' },
  ],
}
