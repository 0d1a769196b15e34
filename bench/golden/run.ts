import { join } from 'node:path'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Connection, createPool, type Pool } from '#server/platform/db/pool.ts'
import { loadGoldenProducts } from './catalog-rows.ts'
import { readDemoGolden, writeDemoGolden } from './demo-file.ts'
import { openOtherFinders } from './finders.ts'
import { makeGolden } from './make.ts'
import { type Score, scoreGolden } from './score.ts'
import { demoCatalog, type GoldenCatalog, openGoldenShop, sampleCatalogs } from './shops.ts'

export const goldenOptions = { seed: 1923, perKind: 60 }

/**
 * Runs the queries of every catalog. `remake` draws the stored queries of the demo store again; `seed` draws other ones
 * for all catalogs. Each database exists only while its catalog runs, in a folder of its own.
 */
export async function runGolden(
  dataDir: string,
  { remake, seed, log }: { remake: boolean; seed?: number | undefined; log(line: string): void },
): Promise<Score[]> {
  const folder = join(dataDir, 'bench-golden')
  const cluster = await openDatabase({ dataDir: folder }, { role: 'command', log })
  const samples = process.env.TOPTAN_TEST_DATA
  const scores: Score[] = []
  try {
    for (const catalog of [demoCatalog, ...(samples === undefined ? [] : sampleCatalogs(samples))]) {
      scores.push(await withDatabase(cluster, (database) => scoreCatalog(catalog, database, folder, { remake, seed })))
      log(`${catalog.name}: ${scores.at(-1)?.misses.length} misses`)
    }
  } finally {
    await cluster.close()
  }
  return scores
}

type Opened = { pool: Pool; connection: Connection }

async function scoreCatalog(
  catalog: GoldenCatalog,
  database: Opened,
  folder: string,
  { remake, seed }: { remake: boolean; seed: number | undefined },
): Promise<Score> {
  await migrate(database.pool, migrationsFolder)
  await catalog.fill(database.pool)
  const shop = await openGoldenShop(database, folder)
  try {
    const products = await loadGoldenProducts(database.pool)
    const make = (options = goldenOptions) => makeGolden(products, shop.find, options)
    if (catalog === demoCatalog && remake) await writeDemoGolden(await make())
    const isStored = catalog === demoCatalog && seed === undefined
    const golden = isStored
      ? await readDemoGolden()
      : await make({ ...goldenOptions, seed: seed ?? goldenOptions.seed })
    const others = await openOtherFinders(products, database.pool)
    return await scoreGolden(catalog.name, golden, products, { find: shop.find, others })
  } finally {
    await shop.close()
  }
}

/** Creates a database beside the others of the server for the duration of the work. */
async function withDatabase<Value>(
  { pool, connection }: Opened,
  work: (database: Opened) => Promise<Value>,
): Promise<Value> {
  const name = 'toptan_golden'
  const drop = () => pool.execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await drop()
  await pool.execute(`CREATE DATABASE ${name} TEMPLATE template0`)
  const own = 'connectionString' in connection ? connection : { ...connection, database: name }
  const database = createPool(own, { role: 'command', max: 8 })
  try {
    return await work({ pool: database, connection: own })
  } finally {
    await database.close()
    await drop()
  }
}
