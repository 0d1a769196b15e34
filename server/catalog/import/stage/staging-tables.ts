import type { Db } from '#server/platform/db/pool.ts'
import type { Issue } from '#server/catalog/import/read/codes.ts'
import type { StagedRow, StagedStock } from '#server/catalog/import/read/reading.ts'

const batchSize = 1_000

const priceColumns = ['sale', 'list', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5']
  .map((price) => `${price}_value numeric(18, 4), ${price}_currency text`)
  .join(', ')

const columns = `file integer, line integer, key_text text, row_text text, code text, made_code text, name text, external_key text, brand text,
  seo text, made_seo text, model text, category text, tax_rate numeric(5, 2), description text, attributes jsonb, meta_title text,
  meta_description text, meta_keywords text, equivalent_code text, ozelkod text, ozelkod2 text, ozelkod3 text,
  ozelkod4 text, ozelkod5 text, images text[], addresses text[], is_active boolean, parent_code text, variant_values text[], unit text,
  multiplier numeric(12, 3), barcode text, gross text[], given_value numeric(18, 4), vat numeric(5, 2),
  ${priceColumns}`

/** Creates temporary tables outside of any transaction: reading a large file must not hold a transaction open. */
export async function createStagingTables(db: Db): Promise<void> {
  await dropStagingTables(db)
  await db.execute(`CREATE TEMP TABLE import_rows (${columns})`)
  await db.execute(`CREATE TEMP TABLE import_unit_rows (${columns})`)
  await db.execute(
    'CREATE TEMP TABLE import_stock (file integer, line integer, warehouse text, quantity numeric(14, 3))',
  )
  await db.execute(`CREATE TEMP TABLE import_issues (id integer GENERATED ALWAYS AS IDENTITY, file integer, line integer,
    key text, level text, code text, facts jsonb, row_text text)`)
}

export async function dropStagingTables(db: Db): Promise<void> {
  await db.execute(
    'DROP TABLE IF EXISTS pg_temp.import_rows, pg_temp.import_unit_rows, pg_temp.import_stock, pg_temp.import_issues',
  )
}

export type StagingTable = 'import_rows' | 'import_unit_rows' | 'import_stock' | 'import_issues'

/** Collects rows and inserts them in batches. */
export class Stager {
  private readonly db: Db
  private readonly pending = new Map<StagingTable, object[]>()

  constructor(db: Db) {
    this.db = db
  }

  async add(table: StagingTable, file: number, rows: readonly (StagedRow | StagedStock | Issue)[]): Promise<void> {
    if (rows.length === 0) return
    const pending = this.pending.get(table) ?? []
    this.pending.set(table, pending)
    for (const row of rows) pending.push({ ...row, file })
    if (pending.length >= batchSize) await this.write(table)
  }

  async flush(): Promise<void> {
    for (const table of this.pending.keys()) await this.write(table)
    await this.db.execute('ANALYZE import_rows, import_unit_rows, import_stock')
  }

  private async write(table: StagingTable): Promise<void> {
    const rows = this.pending.get(table)?.splice(0) ?? []
    if (rows.length > 0) await this.db.execute(inserts[table], [JSON.stringify(rows)])
  }
}

const inserts: Record<StagingTable, string> = {
  import_rows: 'INSERT INTO import_rows SELECT * FROM json_populate_recordset(NULL::import_rows, $1)',
  import_unit_rows: 'INSERT INTO import_unit_rows SELECT * FROM json_populate_recordset(NULL::import_unit_rows, $1)',
  import_stock: 'INSERT INTO import_stock SELECT * FROM json_populate_recordset(NULL::import_stock, $1)',
  import_issues: `INSERT INTO import_issues (file, line, key, level, code, facts, row_text)
    SELECT file, line, key, level, code, facts, row_text FROM json_populate_recordset(NULL::import_issues, $1)`,
}
