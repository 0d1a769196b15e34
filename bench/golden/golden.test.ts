import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '#server/platform/db/test-database.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { loadGoldenProducts } from './catalog-rows.ts'
import { readDemoGolden } from './demo-file.ts'
import { goldenKinds, makeGolden } from './make.ts'
import { goldenReport, type Score, scoreGolden, shareOf, wantedShare, weakKinds } from './score.ts'
import { demoCatalog, type GoldenCatalog, openGoldenShop, sampleCatalogs } from './shops.ts'
import { goldenOptions } from './run.ts'

/** Runs the work on a shop with this catalog. */
async function inShop<Value>(
  { fill }: GoldenCatalog,
  work: (shop: {
    find: (query: string) => Promise<string[]>
    products: Awaited<ReturnType<typeof loadGoldenProducts>>
  }) => Promise<Value>,
): Promise<Value> {
  const database = await createTestDatabase()
  const folder = await temporaryFolder()
  await fill(database.pool)
  const shop = await openGoldenShop(database, folder.path)
  try {
    return await work({ find: shop.find, products: await loadGoldenProducts(database.pool) })
  } finally {
    await shop.close()
    await database.drop()
    await folder.remove()
  }
}

/** A failure shows the queries that miss. */
function expectEnough(score: Score): void {
  const isEnough = shareOf(score) >= wantedShare && weakKinds(score).length === 0
  expect(isEnough ? 'enough' : goldenReport([score])).toBe('enough')
}

describe('queries find the intended product among the first five', () => {
  test('in the demo store, with the stored queries', { timeout: 180_000 }, async () => {
    const golden = await readDemoGolden()
    expect(golden.length).toBeGreaterThanOrEqual(500)
    expect(new Set(golden.map(({ kind }) => kind))).toEqual(new Set(goldenKinds))
    const score = await inShop(demoCatalog, ({ find, products }) =>
      scoreGolden(demoCatalog.name, golden, products, { find }),
    )
    expectEnough(score)
  })

  const folder = process.env.TOPTAN_TEST_DATA
  if (folder === undefined) console.log('TOPTAN_TEST_DATA is not set: only the demo store’s queries are asked.')
  test.each(folder === undefined ? [] : sampleCatalogs(folder))('in $name', { timeout: 180_000 }, async (catalog) => {
    const score = await inShop(catalog, async ({ find, products }) => {
      const golden = await makeGolden(products, find, goldenOptions)
      return scoreGolden(catalog.name, golden, products, { find })
    })
    expectEnough(score)
  })
})
