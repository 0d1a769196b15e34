import { join } from 'node:path'
import { loadDemo } from '#demo/load-demo.ts'
import { createApp } from '#server/app.ts'
import { importCatalog, type ImportOptions } from '#server/catalog/import/import.ts'
import { parseConfig } from '#server/config.ts'
import type { Connection, Pool } from '#server/platform/db/pool.ts'
import { waitForIndex } from '#bench/wait-for-index.ts'
import type { Find } from './make.ts'

/** A catalog for which queries are made, and a function that fills an empty, migrated database with it. */
export type GoldenCatalog = { name: string; fill(pool: Pool): Promise<void> }

export const demoCatalog: GoldenCatalog = {
  name: 'demo store',
  async fill(pool) {
    await loadDemo(pool, { size: 'medium', production: false })
  },
}

const samples: Record<string, Partial<ImportOptions>> = {
  tr_household_evinekat: {},
  tr_bearings_rulmanpazar: { key: 'brand+code' },
  tr_electrical_entes: { defaults: { brand: 'ENTES' } },
}

/** The Turkish sample catalogs in a folder. */
export function sampleCatalogs(folder: string): GoldenCatalog[] {
  return Object.entries(samples).map(([name, options]) => ({
    name,
    async fill(pool) {
      const file = `${name}.csv.gz`
      const usual = { key: 'code', mapping: new Map(), defaults: {}, dryRun: false, locale: 'tr' } as const
      const wanted = { ...usual, ...options, files: [{ path: join(folder, file), name: file }] }
      const result = await importCatalog(pool, wanted)
      if (!result.ok) throw new Error(`${file} could not be imported: ${result.code}`)
    },
  }))
}

export type GoldenShop = { find: Find; close(): Promise<void> }

/** Opens the whole shop on a filled database; `find` searches it as a guest. */
export async function openGoldenShop(
  database: { pool: Pool; connection: Connection },
  dataDir: string,
): Promise<GoldenShop> {
  const config = parseConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const app = await createApp({
    config,
    database: { ...database, kind: 'external', created: false, close: async () => {} },
    version: 'golden',
    hasRateLimits: false,
  })
  await waitForIndex(app)
  return {
    async find(query) {
      const answer = await app.inject(`/api/catalog/products/search?${new URLSearchParams({ q: query, limit: '5' })}`)
      return answer.json<{ items: { code: string }[] }>().items.map(({ code }) => code)
    },
    close: () => app.close(),
  }
}
