// Made from the database by `node cli/toptan.ts types`. Do not edit.

import type { Generated, GeneratedAlways } from 'kysely'

export type AccountMovementsTable = {
  id: GeneratedAlways<number>
  dealer_id: number
  posted_on: string
  due_on: string | null
  document_no: Generated<string>
  kind: string
  description: Generated<string>
  debit: Generated<string>
  credit: Generated<string>
  currency: string
  reference: string
  unpaid: Generated<string>
  folded: GeneratedAlways<string | null>
}

export type AuditLogTable = {
  id: GeneratedAlways<number>
  user_id: number | null
  at: Generated<Date>
  action: string
  noun: string
  noun_id: Generated<string>
  before: unknown
  after: unknown
  address: string | null
  words: GeneratedAlways<string>
}

export type BankCardFamiliesTable = {
  bank_code: string
  family: string
}

export type BranchWarehousesTable = {
  branch_id: number
  warehouse_id: number
  position: Generated<number>
}

export type BranchesTable = {
  id: GeneratedAlways<number>
  dealer_id: number | null
  name: string
  position: Generated<number>
  is_active: Generated<boolean>
}

export type BrandsTable = {
  id: GeneratedAlways<number>
  code: string
  name: string
  slug: string
}

export type CacheVersionsTable = {
  name: string
  version: Generated<number>
}

export type CampaignDiscountsTable = {
  product_id: number
  percent: string
}

export type CampaignProductsTable = {
  campaign_id: number
  product_id: number
  position: number
}

export type CampaignsTable = {
  id: GeneratedAlways<number>
  name: string
  position: Generated<number>
  row_count: Generated<number>
  starts_at: Date | null
  ends_at: Date | null
  is_active: Generated<boolean>
  created_at: Generated<Date>
  discount: Generated<string>
}

export type CardBinsTable = {
  bin: string
  bank: string
  bank_code: string | null
  scheme: string
  type: string
  family: string | null
  is_commercial: Generated<boolean>
}

export type CartLinesTable = {
  id: GeneratedAlways<number>
  cart_id: number
  product_id: number
  unit_id: number
  quantity: number
  seen_value: string | null
  seen_currency: string | null
  created_at: Generated<Date>
}

export type CartsTable = {
  id: GeneratedAlways<number>
  user_id: number | null
  updated_at: Generated<Date>
  guest_hash: Buffer | null
  left_lines: unknown
}

export type CatalogChangesTable = {
  seq: GeneratedAlways<number>
  transaction_id: Generated<string>
  created_at: Generated<Date>
  product_ids: number[] | null
  kind: Generated<string>
}

export type CategoriesTable = {
  id: GeneratedAlways<number>
  parent_id: number | null
  name: string
  slug: string
  position: Generated<number>
}

export type CurrenciesTable = {
  id: GeneratedAlways<number>
  code: string
  symbol: string
  name: string
  exchange_rate: string | null
  is_default: Generated<boolean>
  position: Generated<number>
}

export type DealerBalancesTable = {
  dealer_id: number
  currency: string
  balance: string
  overdue_balance: Generated<string>
  overdue_since: string | null
  as_of: string
  is_imported: Generated<boolean>
}

export type DealersTable = {
  id: GeneratedAlways<number>
  code: string
  name: string
  phone: string | null
  address: string | null
  district: string | null
  city: string | null
  tax_office: string | null
  tax_number: string | null
  price_list_id: number | null
  discount: Generated<string>
  risk_limit: Generated<string>
  risk_mode: Generated<string>
  balance: Generated<string>
  overdue_balance: Generated<string>
  overdue_since: string | null
  disabled_at: Date | null
  created_at: Generated<Date>
  logo: string | null
  seller_name: string | null
  seller_address: string | null
  seller_town: string | null
  seller_city: string | null
  seller_number: string | null
  contact_name: Generated<string>
  email: Generated<string>
  search_text: GeneratedAlways<string>
}

export type ExchangeRatesTable = {
  currency_id: number
  rate: string
  source: string
  valid_from: Generated<Date>
}

export type FaultReportEventsTable = {
  id: GeneratedAlways<number>
  report_id: number
  state: string
  note: Generated<string>
  user_id: number
  created_at: Generated<Date>
}

export type FaultReportPhotosTable = {
  file: string
  report_id: number | null
  position: number | null
  user_id: number
  width: number
  height: number
  created_at: Generated<Date>
}

export type FaultReportsTable = {
  id: GeneratedAlways<number>
  report_no: string
  dealer_id: number
  user_id: number
  product_id: number | null
  product_code: string
  product_name: string
  serial_no: Generated<string>
  description: string
  contact_name: string
  contact_phone: Generated<string>
  contact_email: Generated<string>
  locale: string
  state: Generated<string>
  note: Generated<string>
  created_at: Generated<Date>
  changed_at: Date | null
  changed_by: number | null
  search_text: GeneratedAlways<string>
}

export type IdempotencyKeysTable = {
  user_id: number
  key: string
  request_hash: Buffer
  order_id: number | null
  created_at: Generated<Date>
  offer_id: number | null
  fault_report_id: number | null
}

export type ImportChangesTable = {
  import_id: number
  product_id: number
  code: string
  name: string
  is_new: boolean
  before: unknown
  after: unknown
}

export type ImportProblemsTable = {
  import_id: number
  id: GeneratedAlways<number>
  level: string
  file: Generated<number>
  line: Generated<number>
  key: Generated<string>
  code: string
  facts: Generated<unknown>
  row_text: string | null
}

export type ImportsTable = {
  id: GeneratedAlways<number>
  state: Generated<string>
  created_by: number
  created_at: Generated<Date>
  asked_by: number
  asked_from: Generated<string>
  files: unknown
  options: Generated<unknown>
  columns: Generated<unknown>
  step: string | null
  done: Generated<number>
  total: Generated<number>
  cancel_asked: Generated<boolean>
  refusal: unknown
  summary: unknown
  applied_at: Date | null
  last_movement_id: number | null
  undone_at: Date | null
  undo_summary: unknown
  changed_at: Generated<Date>
  made: Generated<unknown>
}

export type InstallmentLimitsTable = {
  id: GeneratedAlways<number>
  card_class: string | null
  category_id: number | null
  most: number
  valid_from: string | null
  valid_until: string | null
  note: Generated<string>
}

export type InventoryTable = {
  product_id: number
  warehouse_id: number
  quantity: Generated<string>
}

export type LoginFailuresTable = {
  account: string
  address: string
  failed_at: Generated<Date>
}

export type ModelsTable = {
  id: GeneratedAlways<number>
  brand_id: number | null
  name: string
}

export type OfferItemsTable = {
  id: GeneratedAlways<number>
  offer_id: number
  line_no: number
  product_id: number | null
  unit_id: number | null
  code: string
  name: string
  brand: string | null
  model: string | null
  image: string | null
  unit: string
  multiplier: string
  quantity: number
  price_value: string
  price_currency: string
  tax_rate: string
  profit: Generated<string>
}

export type OfferMailsTable = {
  id: GeneratedAlways<number>
  offer_id: number
  user_id: number
  sent_to: string
  created_at: Generated<Date>
}

export type OffersTable = {
  id: GeneratedAlways<number>
  offer_no: string
  dealer_id: number
  user_id: number
  created_at: Generated<Date>
  is_cancel: Generated<boolean>
  cancelled_at: Date | null
  description: string
  currency: string
  rates: unknown
  plan_key: string | null
  customer_name: Generated<string>
  customer_company: Generated<string>
  customer_email: Generated<string>
  customer_phone: Generated<string>
  search_text: GeneratedAlways<string>
}

export type OneTimeLinksTable = {
  token_hash: Buffer
  user_id: number
  kind: string
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
}

export type OrderLinesTable = {
  order_id: number
  line_no: number
  product_id: number | null
  code: string
  name: string
  brand: string | null
  model: string | null
  image: string | null
  unit_id: number | null
  unit: string
  multiplier: string
  quantity: number
  back_order: Generated<string>
  price_value: string
  price_currency: string
  tax_rate: string
  amount: string
}

export type OrdersTable = {
  id: GeneratedAlways<number>
  order_no: string
  dealer_id: number
  user_id: number
  created_at: Generated<Date>
  is_cancel: Generated<boolean>
  cancelled_at: Date | null
  sent_to_erp_at: Date | null
  description: string
  plan_key: string | null
  branch_id: number | null
  currency: string
  rates: unknown
  subtotal: string
  tax: string
  total: string
  total_try: string
  cancelled_by: number | null
  cancel_reason: Generated<string>
}

export type OutboxTable = {
  id: Generated<string>
  name: string
  data: unknown
  created_at: Generated<Date>
}

export type PasswordRequestsTable = {
  email_hash: Buffer
  address: string
  asked_at: Generated<Date>
}

export type PaymentDifferencesTable = {
  id: GeneratedAlways<number>
  payment_id: number
  day: string
  ours: string
  theirs: string
  found_at: Generated<Date>
  settled_at: Date | null
  settled_by: number | null
  note: Generated<string>
}

export type PaymentEventsTable = {
  id: GeneratedAlways<number>
  payment_id: number
  from_state: string | null
  to_state: string | null
  cause: string
  detail: Generated<string>
  user_id: number | null
  created_at: Generated<Date>
}

export type PaymentLinksTable = {
  id: GeneratedAlways<number>
  token_hash: Buffer
  dealer_id: number
  user_id: number
  amount: string
  currency: Generated<string>
  email: Generated<string>
  created_at: Generated<Date>
  expires_at: Date
  cancelled_at: Date | null
  paid_at: Date | null
}

export type PaymentPlansTable = {
  key: string
  name: string
  is_enabled: Generated<boolean>
  is_default: Generated<boolean>
  is_virtual: Generated<boolean>
}

export type PaymentRefundsTable = {
  id: GeneratedAlways<number>
  payment_id: number
  request_key: string
  kind: string
  amount: string
  state: Generated<string>
  cause: Generated<string>
  requested_by: number | null
  result_code: string | null
  result_text: string | null
  inquire_at: Date | null
  inquiries: Generated<number>
  created_at: Generated<Date>
  ended_at: Date | null
  movement_id: number | null
}

export type PaymentsTable = {
  id: GeneratedAlways<number>
  reference: string
  kind: string
  intent: string
  start_key: string | null
  state: Generated<string>
  dealer_id: number
  user_id: number | null
  payment_link_id: number | null
  pos_account_id: number
  installment: number
  base_amount: string
  fee_percent: Generated<string>
  fee: Generated<string>
  amount: string
  currency: Generated<string>
  refunded: Generated<string>
  description: Generated<string>
  locale: Generated<string>
  snapshot: unknown
  buyer: Generated<unknown>
  stock_state: Generated<string>
  is_replaced: Generated<boolean>
  card_first6: string | null
  card_last4: string | null
  card_holder: Generated<string>
  card_bank: Generated<string>
  card_scheme: Generated<string>
  card_family: string | null
  address: Generated<string>
  auth_code: string | null
  bank_reference: string | null
  bank_transaction: string | null
  result_code: string | null
  result_text: string | null
  created_at: Generated<Date>
  redirected_at: Date | null
  captured_at: Date | null
  closed_at: Date | null
  inquire_at: Date | null
  inquiries: Generated<number>
  order_id: number | null
  movement_id: number | null
  attention: string | null
  attention_settled_at: Date | null
}

export type PosAccountsTable = {
  id: GeneratedAlways<number>
  code: string
  name: string
  adapter: string
  mode: string
  environment: Generated<string>
  bank_code: string | null
  card_families: Generated<string[]>
  logo: string | null
  image: string | null
  currency: Generated<string>
  settings: Generated<unknown>
  secrets: Buffer | null
  min_amount: string | null
  max_amount: string | null
  is_default: Generated<boolean>
  is_active: Generated<boolean>
  position: Generated<number>
}

export type PosPlansTable = {
  id: GeneratedAlways<number>
  pos_account_id: number
  installment: number
  commission: Generated<string>
  is_default: Generated<boolean>
  min_amount: string | null
}

export type PriceListsTable = {
  id: GeneratedAlways<number>
  code: string
  name: string
  is_default: Generated<boolean>
}

export type ProductSortPricesTable = {
  price_list_id: number
  product_id: number
  price_try: string
}

export type ProductUnitsTable = {
  id: GeneratedAlways<number>
  product_id: number
  name: string
  multiplier: Generated<string>
  barcode: string | null
  position: Generated<number>
}

export type ProductsTable = {
  id: GeneratedAlways<number>
  parent_id: number | null
  code: string
  name: string
  seo: string
  brand_id: number | null
  model_id: number | null
  category_id: number | null
  default_unit_id: number | null
  tax_rate: string | null
  description: string | null
  attributes: Generated<unknown>
  meta_title: string | null
  meta_description: string | null
  meta_keywords: string | null
  equivalent_code: string | null
  variant_names: string[] | null
  variant_values: string[] | null
  ozelkod: string | null
  ozelkod2: string | null
  ozelkod3: string | null
  ozelkod4: string | null
  ozelkod5: string | null
  images: Generated<string[]>
  external_key: string | null
  is_active: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type SandboxFaultsTable = {
  id: GeneratedAlways<number>
  fault: string
  oid: string | null
  remaining: number
}

export type SandboxSessionsTable = {
  id: string
  client_id: string
  oid: string
  store_type: string
  amount: string
  installment: number
  lang: string
  ok_url: string
  fail_url: string
  fields: unknown
  card: string | null
  result_code: string | null
  state: string
  md_status: string | null
  md_error: Generated<string>
  proof: string
  tries: Generated<number>
  codes_sent: Generated<number>
  expires_at: Date
  queries: Generated<number>
  created_at: Date
}

export type SandboxTransactionsTable = {
  id: GeneratedAlways<number>
  client_id: string
  oid: string
  kind: string
  approved: boolean
  amount: string
  installment: number
  card: string
  code: string
  auth_code: Generated<string>
  host_ref: Generated<string>
  trans_id: string
  at: Date
}

export type SchemaMigrationsTable = {
  version: number
  name: string
  checksum: string
  applied_at: Generated<Date>
}

export type SearchTermsTable = {
  term: string
  is_word: boolean
  user_id: number | null
  user_key: GeneratedAlways<number>
  searches: number
  searched_at: Date
}

export type SearchUsersTable = {
  user_id: number
  searches: number
  searched_at: Date
}

export type SearchWordsTable = {
  folded: string
  query: string
  searches: number
  searched_at: Date
}

export type SearchesTable = {
  id: GeneratedAlways<number>
  user_id: number | null
  query: string
  folded: string
  result_count: number
  created_at: Generated<Date>
}

export type SerialMovementsTable = {
  id: GeneratedAlways<number>
  serial_no: string
  serial_key: string
  product_id: number | null
  product_code: Generated<string>
  product_name: Generated<string>
  dealer_id: number | null
  moved_on: string
  status: string
  document_no: Generated<string>
  warranty_until: string | null
  reference: string
}

export type SessionsTable = {
  id: Buffer
  user_id: number
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
  viewed_user_id: number | null
}

export type SettingsTable = {
  key: string
  value: unknown
  updated_at: Generated<Date>
  updated_by: number | null
}

export type StockMovementsTable = {
  id: GeneratedAlways<number>
  product_id: number
  warehouse_id: number
  quantity: string
  reason: string
  order_id: number | null
  created_at: Generated<Date>
  payment_id: number | null
}

export type UnitPricesTable = {
  price_list_id: number
  unit_id: number
  sale_value: string
  sale_currency: string
  list_value: string | null
  list_currency: string | null
  plan1_value: string | null
  plan1_currency: string | null
  plan2_value: string | null
  plan2_currency: string | null
  plan3_value: string | null
  plan3_currency: string | null
  plan4_value: string | null
  plan4_currency: string | null
  plan5_value: string | null
  plan5_currency: string | null
}

export type UsersTable = {
  id: GeneratedAlways<number>
  dealer_id: number | null
  email: string
  name: string
  role: string
  password_hash: string | null
  can_order: Generated<boolean>
  choices: Generated<unknown>
  disabled_at: Date | null
  last_seen_at: Date | null
  created_at: Generated<Date>
  search_text: GeneratedAlways<string>
}

export type WarehousesTable = {
  id: GeneratedAlways<number>
  code: string
  name: string
  position: Generated<number>
  is_active: Generated<boolean>
}

export type DB = {
  account_movements: AccountMovementsTable
  audit_log: AuditLogTable
  bank_card_families: BankCardFamiliesTable
  branch_warehouses: BranchWarehousesTable
  branches: BranchesTable
  brands: BrandsTable
  cache_versions: CacheVersionsTable
  campaign_discounts: CampaignDiscountsTable
  campaign_products: CampaignProductsTable
  campaigns: CampaignsTable
  card_bins: CardBinsTable
  cart_lines: CartLinesTable
  carts: CartsTable
  catalog_changes: CatalogChangesTable
  categories: CategoriesTable
  currencies: CurrenciesTable
  dealer_balances: DealerBalancesTable
  dealers: DealersTable
  exchange_rates: ExchangeRatesTable
  fault_report_events: FaultReportEventsTable
  fault_report_photos: FaultReportPhotosTable
  fault_reports: FaultReportsTable
  idempotency_keys: IdempotencyKeysTable
  import_changes: ImportChangesTable
  import_problems: ImportProblemsTable
  imports: ImportsTable
  installment_limits: InstallmentLimitsTable
  inventory: InventoryTable
  login_failures: LoginFailuresTable
  models: ModelsTable
  offer_items: OfferItemsTable
  offer_mails: OfferMailsTable
  offers: OffersTable
  one_time_links: OneTimeLinksTable
  order_lines: OrderLinesTable
  orders: OrdersTable
  outbox: OutboxTable
  password_requests: PasswordRequestsTable
  payment_differences: PaymentDifferencesTable
  payment_events: PaymentEventsTable
  payment_links: PaymentLinksTable
  payment_plans: PaymentPlansTable
  payment_refunds: PaymentRefundsTable
  payments: PaymentsTable
  pos_accounts: PosAccountsTable
  pos_plans: PosPlansTable
  price_lists: PriceListsTable
  product_sort_prices: ProductSortPricesTable
  product_units: ProductUnitsTable
  products: ProductsTable
  sandbox_faults: SandboxFaultsTable
  sandbox_sessions: SandboxSessionsTable
  sandbox_transactions: SandboxTransactionsTable
  schema_migrations: SchemaMigrationsTable
  search_terms: SearchTermsTable
  search_users: SearchUsersTable
  search_words: SearchWordsTable
  searches: SearchesTable
  serial_movements: SerialMovementsTable
  sessions: SessionsTable
  settings: SettingsTable
  stock_movements: StockMovementsTable
  unit_prices: UnitPricesTable
  users: UsersTable
  warehouses: WarehousesTable
}
