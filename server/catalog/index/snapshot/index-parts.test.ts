import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortFields } from '#contract/core/sort-fields.ts'
import { noSearchTerms } from '#domain/search/search-terms.ts'
import {
  type CatalogIndex,
  countAttributeValues,
  countFacets,
  findProducts,
} from '#server/catalog/index/catalog-index.ts'
import { packFamily } from '#server/catalog/index/family.ts'
import { buildIndex } from '#server/catalog/index/live/build.ts'
import { applyChanges } from '#server/catalog/index/live/update.ts'
import { createPause } from '#server/catalog/index/pause.ts'
import { dbOf } from '#server/catalog/index/testing/naive-catalog.ts'
import {
  fullCatalog,
  labels as randomLabels,
  randomRequest,
  randomRow,
} from '#server/catalog/index/testing/random-catalog.ts'
import { indexOf, partsOf } from './index-parts.ts'
import { decodeParts, encodeParts, type Part } from './parts.ts'

const searchTerms = () => noSearchTerms

/** In pieces that end anywhere, as they arrive from a storage. */
async function* inPieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

async function throughFile(index: CatalogIndex, pieceSize: number): Promise<CatalogIndex> {
  const content = Buffer.concat([...encodeParts(await partsOf(index, createPause()))])
  return indexOf(await decodeParts(inPieces(content, pieceSize), content.length), searchTerms)
}

const change = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), row: fc.integer({ min: 1, max: 120 }).chain(randomRow) }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.integer({ min: 1, max: 120 }) }),
)
const changes = fc.array(change, { maxLength: 8 })

test('an index from a file and later changes answers like one that is built, after any changes', async () => {
  const round = fc.tuple(changes, changes, fc.array(randomRequest, { minLength: 1, maxLength: 6 }))
  await fc.assert(
    fc.asyncProperty(fullCatalog, round, fc.integer({ min: 1, max: 70_000 }), async (start, round, pieceSize) => {
      const [before, after, requests] = round
      const naive = { ...start }
      const db = dbOf(naive)
      const apply = async (indexes: CatalogIndex[], made: typeof before) => {
        const ids = made.map((one) => (one.kind === 'write' ? one.row.id : one.id))
        for (const [i, one] of made.entries()) {
          naive.rows = naive.rows.filter(({ id }) => id !== ids[i])
          if (one.kind === 'write') naive.rows.push(one.row)
        }
        const changes = { ids: { all: ids, price: [], stock: [] }, labelsVersion: 1, defaultListId: 1 }
        for (const index of indexes) await applyChanges(db, index, changes)
      }
      const { index: kept } = await buildIndex(db)
      await apply([kept], before)
      const restored = await throughFile(kept, pieceSize)
      expect(await throughFile(restored, pieceSize)).toEqual(restored)
      await apply([kept, restored], after)
      const { index: built } = await buildIndex(db)
      for (const request of requests) {
        for (const sort of [undefined, ...sortFields]) {
          const { sort: _, ...others } = request
          const sorted = { ...others, ...(sort && { sort }) }
          const found = findProducts(restored, sorted)
          expect(found).toEqual(findProducts(kept, sorted))
          // Of a search, changed texts are explained in other words than built ones.
          const { ids, total } = findProducts(built, sorted)
          expect([found.ids, found.total]).toEqual([ids, total])
        }
        expect(countFacets(restored, request.filter)).toEqual(countFacets(built, request.filter))
        expect(countAttributeValues(restored, request.filter)).toEqual(countAttributeValues(built, request.filter))
      }
    }),
    { numRuns: 60 },
  )
})

test('lists with few prices, costs, variants and deleted labels come back', async () => {
  const rows = fc.sample(fc.tuple(...Array.from({ length: 60 }, (_, i) => randomRow(i + 1))), 1)[0] ?? []
  const { index } = await buildIndex(dbOf({ rows, labels: randomLabels }))
  const { columns, labels } = index
  columns.prices.set(77, { few: new Map([[3, 9.5]]), all: new Float64Array(0) })
  columns.currencies.set(77, { few: new Map([[3, 0]]), all: new Float64Array(0) })
  columns.currencyCodes.push('USD')
  columns.costs[5] = 12.5
  columns.costCurrencies[5] = 1
  columns.families.set(
    4,
    packFamily(
      [
        {
          id: 900,
          prices: new Map([[1, 10.25]]),
          currencies: new Map([[1, 'USD']]),
          cost: { value: 3, currency: 'USD' },
        },
        { id: 901, prices: new Map(), currencies: new Map() },
      ],
      () => 0,
    ),
  )
  labels.brands.rows[2] = undefined
  const restored = await throughFile(index, 4096)
  const { items, length } = columns.values.items
  // Room for more is not stored.
  expect(restored.columns).toEqual({
    ...columns,
    values: { ...columns.values, items: { items: items.slice(0, length), length } },
  })
  expect(restored.labels).toEqual({
    ...labels,
    brandByCode: restored.labels.brandByCode,
    brandBySlug: restored.labels.brandBySlug,
    brandRanks: restored.labels.brandRanks,
  })
  expect(restored.labels.brandByCode.size).toBe(3)
})

test('a file that is cut off, too long or broken throws', async () => {
  const part: Part = { numbers: Int32Array.from({ length: 1000 }, (_, i) => i) }
  const content = Buffer.concat([
    ...encodeParts(
      new Map<string, Part>([
        ['numbers', part],
        ['texts', { texts: ['a', 'çığ', '🔧'] }],
      ]),
    ),
  ])
  const read = (bytes: Buffer, length = bytes.length) => decodeParts(inPieces(bytes, 100), length)
  const parts = await read(content)
  expect(parts.numbers('numbers', Int32Array)).toEqual(part.numbers)
  expect(parts.texts('texts')).toEqual(['a', 'çığ', '🔧'])
  expect(() => parts.numbers('numbers', Float64Array)).toThrow('other numbers')
  expect(() => parts.texts('others')).toThrow('has no others')
  await expect(read(content.subarray(0, 2000))).rejects.toThrow('broken')
  await expect(read(content.subarray(0, 2000), content.length)).rejects.toThrow('cut off')
  await expect(read(Buffer.concat([content, content]), content.length)).rejects.toThrow('too long')
  const huge = Buffer.from(content)
  huge.writeInt32LE(0x7fffffff, 0)
  await expect(read(huge)).rejects.toThrow('broken')
})
