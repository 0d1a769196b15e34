import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { importCatalog } from './import-catalog.ts'
import type { ImportHooks, ImportOptions, ImportSummary } from './import-run.ts'

export type TestImport = TestDatabase & {
  folder: string
  /** Writes the contents to files and imports them; `units` is the content of the units file. */
  run(contents: (string | Buffer)[], options?: TestOptions, hooks?: ImportHooks): ReturnType<typeof importCatalog>
  /** Runs an import that must succeed. */
  succeed(contents: (string | Buffer)[], options?: TestOptions): Promise<ImportSummary>
  /** The rows of the last report. */
  report(): Promise<{ file: string; line: number; key: string; level: string; code: string; reason: string }[]>
  /** Empties the shop. */
  reset(): Promise<void>
  /** Everything that an import can change as one string, including ids and dates. */
  snapshot(): Promise<string>
}

type TestOptions = Partial<Omit<ImportOptions, 'units'>> & { units?: string }

const TABLES = [
  'products',
  'product_units',
  'unit_prices',
  'product_sort_prices',
  'inventory',
  'stock_movements',
  'brands',
  'models',
  'categories',
  'warehouses',
  'price_lists',
  'catalog_changes',
  'cache_versions',
]

export async function openTestImport(): Promise<TestImport> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'toptan-import-'))
  const reportPath = join(folder, 'report.csv')

  async function writeInput(name: string, content: string | Buffer) {
    const path = join(folder, name)
    await writeFile(path, content)
    return { path, name }
  }

  async function run(contents: (string | Buffer)[], { units, ...options }: TestOptions = {}, hooks: ImportHooks = {}) {
    await rm(reportPath, { force: true })
    const files = await Promise.all(contents.map((content, i) => writeInput(`file${i + 1}.csv`, content)))
    const unitsFile = units === undefined ? {} : { units: await writeInput('units.csv', units) }
    const usual = { key: 'code', mapping: new Map(), defaults: {}, dryRun: false, locale: 'en', reportPath } as const
    return importCatalog(database.pool, { ...usual, files, ...unitsFile, ...options }, hooks)
  }

  return {
    ...database,
    folder,
    run,
    async succeed(contents, options) {
      const result = await run(contents, options)
      expect(result).toMatchObject({ ok: true })
      if (!result.ok) throw new Error(result.code)
      return result.summary
    },
    async report() {
      const text = await readFile(reportPath, 'utf8').catch(() => '')
      const lines = text.split('\r\n').slice(1, -1)
      return lines.map((each) => {
        const [file = '', line = '', key = '', level = '', code = '', ...reason] = each.split(',')
        return { file, line: Number(line), key, level, code, reason: reason.join(',').replace(/^"|"$/g, '') }
      })
    },
    async snapshot() {
      const parts = TABLES.map((table) => `(SELECT jsonb_agg(t ORDER BY t::text) FROM ${table} t)`)
      const row = await database.pool.one<{ all: unknown }>(`SELECT jsonb_build_array(${parts.join(', ')}) AS all`)
      return JSON.stringify(row?.all)
    },
    async reset() {
      // With few rows DELETE takes a twentieth of the time of TRUNCATE.
      for (const table of ['products', 'models', 'brands', 'categories', 'warehouses', 'catalog_changes']) {
        await database.pool.execute(`DELETE FROM ${table}`)
      }
      await database.pool.execute(`INSERT INTO warehouses (code, name) VALUES ('MERKEZ', 'Merkez depo')`)
      await database.pool.execute('DELETE FROM price_lists WHERE NOT is_default')
    },
    async drop() {
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A Turkish spreadsheet of three products. */
export const hardware = `Stok Kodu;Stok Adı;Marka;Model;Kategori;Barkod;Fiyat;Liste Fiyatı;Döviz;KDV;Stok;advencePrice1;Açıklama
001;ÇEKİÇ 500 gr;İzeltaş;Pro;El Aletleri > Çekiçler;8690504015833;1.234,56;1.500,00;TL;20;12;1.200,00;Sağlam & güçlü
002;Şerit metre;Izeltas;;El Aletleri > Metreler;;12,5;;EURO;10;-3;;
003;Vida 1/2" x 3";;;Hırdavat;;0;;;;;;
`

/** Queries of the imported rows. */
export const products = 'SELECT code, name, seo, tax_rate, description FROM products ORDER BY code'
export const prices = `SELECT p.code, l.code AS list, u.name AS unit, up.sale_value, up.sale_currency, up.list_value, up.plan1_value
  FROM unit_prices up JOIN product_units u ON u.id = up.unit_id JOIN products p ON p.id = u.product_id
  JOIN price_lists l ON l.id = up.price_list_id ORDER BY p.code, l.code, u.name`
export const stocks = `SELECT p.code, w.code AS warehouse, v.quantity FROM inventory v JOIN products p ON p.id = v.product_id
  JOIN warehouses w ON w.id = v.warehouse_id ORDER BY p.code, w.code`
/** Stock that differs from the sum of its movements: no rows if all is well. */
export const movementsDiffer = `SELECT product_id, warehouse_id FROM (
    SELECT product_id, warehouse_id, quantity FROM inventory
    UNION ALL SELECT product_id, warehouse_id, -quantity FROM stock_movements) t
  GROUP BY 1, 2 HAVING sum(quantity) <> 0`
