/** SQL in a folder that only a running program puts together, with a text that gives the same columns. */
export const samples: readonly { folder: string; expression: RegExp; sql: string }[] = [
  {
    folder: 'server/account/admin/',
    expression: /^sql$/,
    sql: '$1::text[] IS NOT NULL AND $2::text IS NOT NULL',
  },
  { folder: 'server/audit/', expression: /^sql$/, sql: 'true' },
  { folder: 'server/cart/', expression: /^priceColumns\(plan\)\.join\(', '\)$/, sql: 'sale_value, sale_currency' },
  {
    folder: 'server/cart/',
    expression: /^\w+\(plan, \['own', '\w+'\]\)$/,
    sql: 'own.sale_value, own.sale_currency',
  },
  {
    folder: 'server/cart/',
    expression: /^\w+\(plan, \['def', 'def_base'\]\)$/,
    sql: 'coalesce(def.sale_value, def_base.sale_value) AS sale_value, def.sale_currency',
  },
  {
    folder: 'server/cart/',
    expression: /^plan === null \? \w+ : \w+\(plan\)$/,
    sql: 'sale_value AS value, CASE WHEN $5::text[] IS NOT NULL THEN sale_currency END AS currency',
  },
  {
    folder: 'server/catalog/import/merge/',
    expression: /^select$/,
    sql: "SELECT 1 AS line, '' AS key_text, '{}'::jsonb AS facts",
  },
  { folder: 'server/catalog/list/', expression: /^(where|narrow)$/, sql: 'true' },
  { folder: 'server/catalog/list/', expression: /^params\.add\(|^text\.rank$/, sql: '1' },
  { folder: 'server/catalog/list/', expression: /^page$/, sql: 'LIMIT 1' },
  { folder: 'server/catalog/list/', expression: /^priceWalk\(/, sql: 'SELECT p.id FROM products p' },
  { folder: 'server/catalog/list/', expression: /^order\.join$|^costly\.length === 0 \?/, sql: '' },
  { folder: 'server/catalog/list/', expression: /^order\.terms$/, sql: 'p.id' },
  { folder: 'server/bank-transfers/lines/', expression: /^sql$/, sql: 'FROM bank_lines l' },
  {
    folder: 'server/bank-transfers/notices/',
    expression: /^sql$/,
    sql: 'FROM transfer_notices n JOIN dealers d ON d.id = n.dealer_id',
  },
  {
    folder: 'server/invoices/',
    expression: /^sql$/,
    sql: 'FROM invoices i LEFT JOIN account_movements m ON m.id = i.movement_id WHERE $1::date IS NOT NULL',
  },
  { folder: 'server/offers/', expression: /^sql$/, sql: 'true' },
  { folder: 'server/orders/admin', expression: /^sql$/, sql: 'true' },
  { folder: 'server/orders/order-rows.ts', expression: /^sql$/, sql: 'FROM orders o' },
  { folder: 'server/payments/admin/', expression: /^sql$/, sql: 'true' },
  { folder: 'server/payments/findings/', expression: /^sql$/, sql: 'true' },
  {
    folder: 'server/payments/start/insert-payment.ts',
    expression: /^sql$/,
    sql: 'INSERT INTO payments DEFAULT VALUES',
  },
  { folder: 'server/payments/payment/', expression: /^columns$/, sql: '' },
  { folder: 'server/shipping/', expression: /^sql$/, sql: 'true' },
  // The staging tables of all kinds of account imports in one.
  {
    folder: 'server/statement/',
    expression: /^kind\.staging$/,
    sql: `dealer_id integer, currency text, balance numeric(18, 2), overdue_balance numeric(18, 2),
      overdue_since date, as_of date, posted_on date, due_on date, document_no text, kind text, description text,
      debit numeric(18, 2), credit numeric(18, 2), reference text, unnamed text[], serial_no text, serial_key text, product_code text,
      product_name text, moved_on date, status text, warranty_until date, code text, cost numeric, name text, group_id integer,
      region text, product_id integer, brand_id integer, category_id integer, price_list_id integer, fixed_value numeric,
      fixed_currency text, chain text, above_cost numeric, min_quantity numeric, quantity numeric, period_days integer, unit text, starts_on date, ends_on date, priority integer,
      stops boolean, keeps_discount boolean, is_active boolean, name_en text, buy_quantity numeric, free_quantity integer,
      free_product_id integer, bundle_price numeric, combines boolean, needs_coupon boolean, total_quota integer,
      dealer_quota integer, order_limit integer, steps jsonb, parts jsonb`,
  },
]

/** Statements whose text is known only at run time, and which return no rows, apart from a wrapper of a handle. */
export const unresolvedStatements: readonly { folder: string; count: number; reason: string }[] = [
  { folder: 'demo/', count: 10, reason: 'Tables and their columns are parameters.' },
  { folder: 'server/backup/', count: 7, reason: 'Tables, constraints and files that a list names.' },
  { folder: 'server/catalog/admin/', count: 3, reason: 'The columns of a product, and those of all prices.' },
  { folder: 'server/catalog/import/import-lock.ts', count: 3, reason: 'Wraps a database handle.' },
  { folder: 'server/catalog/import/merge/', count: 6, reason: 'The columns that the file has, lists of tables.' },
  { folder: 'server/catalog/import/undo/', count: 3, reason: 'The columns and tables that an import can change.' },
  { folder: 'server/payments/cards/', count: 1, reason: 'The columns that an object names.' },
  { folder: 'server/personal-data/', count: 1, reason: 'Selects what a list of tables names.' },
  { folder: 'server/platform/db/delete-batches.ts', count: 1, reason: 'Removes from the table that the caller names.' },
  { folder: 'server/platform/db/insert-row.ts', count: 1, reason: 'Inserts into the table that the caller names.' },
  { folder: 'server/platform/db/replica.ts', count: 2, reason: 'Passes on the statements of its callers.' },
  { folder: 'server/platform/db/together.ts', count: 2, reason: 'Composes the statements of its callers.' },
  { folder: 'server/reports/', count: 5, reason: 'The grouping and the filters of the query.' },
  { folder: 'server/sandbox-bank/', count: 3, reason: 'The columns that an object names.' },
  { folder: 'server/sandbox-erp/', count: 1, reason: 'Queries of an ERP, on tables that they name.' },
]

const singleRow = 'A migration inserts the row, and nothing deletes it.'
const priceList = 'A store always has a price list.'
const variant = 'A CHECK constraint gives every variant its values.'

/** Columns that are never null although neither NOT NULL nor the statement says so. */
export const neverNull: readonly { folder: string; columns: readonly string[]; reason: string }[] = [
  {
    folder: 'server/file-imports/costs.ts',
    columns: ['code', 'cost', 'currency'],
    reason: 'Rows without them are refused before they are staged.',
  },
  {
    folder: 'server/pricing/import-rules.ts',
    columns: ['line', 'name'],
    reason: 'Rows without them are refused before they are staged.',
  },
  {
    folder: 'server/catalog/price-changes/',
    columns: ['createdBy', 'user'],
    reason: 'A CHECK constraint gives every change and step a user or a key.',
  },
  {
    folder: 'server/backup/',
    columns: ['name', 'next', 'max', 'isDocument', 'definition', 'is_due'],
    reason: 'Catalogs have them, functions return null only for what is not there, and migrations have run.',
  },
  { folder: 'server/account/', columns: ['name'], reason: 'The inner join leaves no row without a user.' },
  { folder: 'server/cart/', columns: ['labels_version'], reason: singleRow },
  { folder: 'server/catalog/admin/', columns: ['values', 'variant_values'], reason: variant },
  {
    folder: 'server/catalog/import/import-lock.ts',
    columns: ['locked'],
    reason: 'The function returns null only for a null key, which is a constant here.',
  },
  {
    folder: 'server/catalog/import/report.ts',
    columns: ['file', 'line', 'key', 'level', 'code', 'facts'],
    reason: 'Every issue that is staged has these values; the staging table has no constraints.',
  },
  {
    folder: 'server/catalog/import/rows/',
    columns: ['line', 'level', 'code', 'facts'],
    reason: 'Every issue that is staged has these values; the staging table has no constraints.',
  },
  {
    folder: 'server/catalog/import/runs/',
    columns: ['stored'],
    reason: 'Every file of an import is recorded with its stored name.',
  },
  { folder: 'server/catalog/index/', columns: ['version', 'labels_version'], reason: singleRow },
  { folder: 'server/catalog/index/', columns: ['default_list_id'], reason: priceList },
  {
    folder: 'server/catalog/index/',
    columns: ['kind'],
    reason: 'Only rows with a sequence number are read further, and those have a kind.',
  },
  {
    folder: 'server/catalog/',
    columns: ['is_code_taken'],
    reason: 'The expression tests ozelkod2 for null before it compares.',
  },
  { folder: 'server/checkout/', columns: ['id'], reason: 'WHERE leaves out rows in which the expression is null.' },
  { folder: 'server/offers/', columns: ['lines'], reason: 'An offer has at least one line.' },
  {
    folder: 'server/payments/payment/',
    columns: ['from_state'],
    reason: 'The event is inserted with the state that the payment had.',
  },
  { folder: 'server/settings/', columns: ['version', 'rules_version', 'promotions_version'], reason: singleRow },
  {
    folder: 'server/texts/user-acceptances.ts',
    columns: ['accept_until', 'is_late'],
    reason: 'A CHECK constraint gives every version that must be accepted a day.',
  },
  {
    folder: 'server/statement/import/',
    columns: ['dealer_id'],
    reason: 'Rows without a dealer are rejected before they are staged.',
  },
  {
    folder: 'server/platform/db/replica.ts',
    columns: ['lsn'],
    reason: 'A server that accepts changes has a position.',
  },
  { folder: 'cli/database-addresses.ts', columns: ['isStandby'], reason: 'The function always returns a value.' },
  { folder: 'server/reports/board-rows.ts', columns: ['day'], reason: 'The days between two days that are given.' },
]
