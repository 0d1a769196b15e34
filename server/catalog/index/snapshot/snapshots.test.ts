import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addProduct, setPrice, setStock, type TestProduct } from '#testing/store-rows.ts'
import { purgeCatalogChanges } from '#server/catalog/catalog-clock.ts'
import { type CatalogIndex, findProducts } from '#server/catalog/index/catalog-index.ts'
import { noFilter } from '#server/catalog/index/filter.ts'
import { buildIndex } from '#server/catalog/index/live/build.ts'
import { type IndexStart, startLiveIndex } from '#server/catalog/index/live/live-index.ts'
import { openProductClock } from '#server/catalog/memory/product-clock.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { type FileStore, StorageError } from '#server/platform/files/file-store.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { s3Store } from '#server/platform/files/s3-store.ts'
import { startTestS3 } from '#server/platform/files/test-s3.ts'
import { writeIfDue } from './keep-snapshot.ts'
import { loadSnapshotAge, type SnapshotPlace, writeSnapshot } from './snapshots.ts'

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let files: FileStore
let place: SnapshotPlace
let hammer: TestProduct
let saw: TestProduct
const opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  ;[database, folder] = await Promise.all([createTestDatabase(), temporaryFolder()])
  files = openFileStore({ dataDir: folder.path }).folder('catalog-index')
  // The tests say when one is written.
  place = { files, program: '1.0.0', minProducts: Number.POSITIVE_INFINITY }
  hammer = await addProduct(database.pool, { code: 'CEKIC-1', price: 100, stock: 5 })
  saw = await addProduct(database.pool, { code: 'TESTERE-1', price: 50, stock: 5 })
})
afterAll(async () => {
  await database.drop()
  await folder.remove()
})
beforeEach(async () => {
  await database.pool.execute('DELETE FROM catalog_snapshots')
  await database.pool.execute('DELETE FROM catalog_changes')
})
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

/** A process of the shop, as far as its index goes. */
async function openProcess(parts: Partial<SnapshotPlace> = {}) {
  const clock = openProductClock(database.pool)
  const starts: IndexStart[] = []
  const live = startLiveIndex(database.pool, {
    changes: clock,
    snapshots: { ...place, ...parts },
    onStart: (start) => void starts.push(start),
  })
  opened.push(async () => {
    await live.close()
    await clock.close()
  })
  await live.ready
  const [start] = starts
  if (start === undefined) throw new Error('The index has not started.')
  return { live, start, write: () => writeSnapshot(database.pool, { ...place, ...parts }, live.copy) }
}

const prices = { listId: 1, withTax: false, defaultTaxRate: 20 }
const answersOf = (index: CatalogIndex | undefined) =>
  ['', 'cekic', 'testere', 'pense', 'keser', 'CEKIC-1'].map(
    (text) =>
      index && findProducts(index, { filter: { ...noFilter, text }, sort: 'price', prices, offset: 0, limit: 50 }),
  )
const builtAnswers = async () => answersOf((await buildIndex(database.pool)).index)

/** The reason why a new process built its index; it must be right all the same. */
async function reasonOfBuild(parts: Partial<SnapshotPlace> = {}): Promise<string | undefined> {
  const { live, start } = await openProcess(parts)
  expect(answersOf(live.current())).toEqual(await builtAnswers())
  expect(start.from).toBe('database')
  return start.reason
}

const fileOf = async () => {
  const [name = '', ...others] = await readdir(join(folder.path, 'catalog-index'))
  expect(others).toEqual([])
  return join(folder.path, 'catalog-index', name)
}

test('a process starts from the snapshot of another one, with all changes since then', async () => {
  const first = await openProcess()
  expect(first.start).toMatchObject({ from: 'database', reason: 'there is no snapshot', products: 2 })
  const { pool } = database
  await setPrice(pool, hammer.unitId, 101)
  expect(await first.write()).toBeGreaterThan(0)
  await setPrice(pool, hammer.unitId, 20)
  await setStock(pool, saw.id, 0)
  const added = await addProduct(pool, { code: 'PENSE-1', price: 30, stock: 1 })
  await pool.execute("UPDATE products SET name = 'Keser' WHERE id = $1", [saw.id])
  const second = await openProcess()
  expect(second.start).toMatchObject({ from: 'snapshot', products: 3 })
  expect(answersOf(second.live.current())).toEqual(await builtAnswers())
  // What follows arrives as in the others.
  await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [added.id])
  await Promise.all([first.live.catchUp(), second.live.catchUp()])
  expect(answersOf(second.live.current())).toEqual(await builtAnswers())
  expect(answersOf(second.live.current())).toEqual(answersOf(first.live.current()))
  // Its own snapshot is as good.
  expect(await second.write()).toBeGreaterThan(0)
  const third = await openProcess()
  expect(third.start.from).toBe('snapshot')
  expect(answersOf(third.live.current())).toEqual(await builtAnswers())
})

test('changes of a transaction that was open while the snapshot was written are applied', async () => {
  const { pool } = database
  const first = await openProcess()
  await pool.withClient(async (client) => {
    await client.query('BEGIN')
    await client.query("UPDATE products SET name = 'Pense' WHERE id = $1", [hammer.id])
    await first.write()
    await client.query('COMMIT')
  })
  const second = await openProcess()
  expect(second.start.from).toBe('snapshot')
  expect(answersOf(second.live.current())).toEqual(await builtAnswers())
})

test('a snapshot that cannot be used is not used', async () => {
  const { pool } = database
  const first = await openProcess()
  await first.write()
  expect(await reasonOfBuild({ program: '1.0.1' })).toBe('the snapshot is of another version')

  const file = await fileOf()
  const content = await readFile(file)
  const broken = Buffer.from(content)
  broken[broken.length >> 1]! ^= 1
  await writeFile(file, broken)
  expect(await reasonOfBuild()).toMatch(/broken|JSON/)
  await writeFile(file, content.subarray(0, -1))
  expect(await reasonOfBuild()).toBe('the file is broken')
  await writeFile(file, content)
  expect((await openProcess()).start.from).toBe('snapshot')

  const silent: FileStore = { ...files, open: () => Promise.reject(new StorageError('No answer.')) }
  expect(await reasonOfBuild({ files: silent })).toContain('No answer.')

  const replaced: FileStore = {
    ...files,
    async open(key) {
      const found = await files.open(key)
      await pool.execute('UPDATE catalog_snapshots SET id = gen_random_uuid()')
      return found
    },
  }
  expect(await reasonOfBuild({ files: replaced })).toBe('the snapshot was replaced meanwhile')
  expect(await reasonOfBuild()).toBe('the snapshot is of another database')
})

test('of a database that was copied row by row, or lost its files, nothing is used', async () => {
  const { pool } = database
  const first = await openProcess()
  await first.write()
  await files.remove((await fileOf()).split('/').at(-1) ?? '')
  expect(await reasonOfBuild()).toBe('the file is missing')
  await first.write()
  await pool.execute('CREATE TEMP TABLE IF NOT EXISTS copied AS SELECT * FROM catalog_snapshots')
  const [row] = await pool.query('DELETE FROM catalog_snapshots RETURNING *')
  await pool.execute(
    'INSERT INTO catalog_snapshots SELECT * FROM jsonb_populate_record(NULL::catalog_snapshots, $1::jsonb)',
    [JSON.stringify(row)],
  )
  expect(await reasonOfBuild()).toBe('the snapshot is of another database')
  await pool.execute('DROP TABLE IF EXISTS copied')
})

test('after a change of everything the index is built', async () => {
  const first = await openProcess()
  await first.write()
  await database.pool.query('SELECT record_catalog_change(NULL)')
  expect(await reasonOfBuild()).toBe('too much has changed since the snapshot')
})

test('changes stay as long as the snapshot needs them, for a day', async () => {
  const { pool } = database
  const age = (time: string) => pool.execute(`UPDATE catalog_changes SET created_at = now() - interval '${time}'`)
  const kept = async () => (await pool.query('SELECT FROM catalog_changes')).length
  const first = await openProcess()
  await setPrice(pool, hammer.unitId, 60)
  await first.live.catchUp()
  await first.write()
  await age('2 hours')
  await purgeCatalogChanges(pool)
  expect(await kept()).toBe(0)
  await setPrice(pool, hammer.unitId, 61)
  await age('2 hours')
  await purgeCatalogChanges(pool)
  expect(await kept()).toBeGreaterThan(0)
  expect((await openProcess()).start.from).toBe('snapshot')
  await age('25 hours')
  await purgeCatalogChanges(pool)
  expect([await kept(), await pool.query('SELECT FROM catalog_snapshots')]).toEqual([0, []])
  expect(await reasonOfBuild()).toBe('there is no snapshot')
})

test.each(['DELETE FROM catalog_changes', 'TRUNCATE catalog_changes'])(
  'a program that knows no snapshots removes them with the changes that they need: %s',
  async (remove) => {
    const { pool } = database
    const first = await openProcess()
    await setPrice(pool, hammer.unitId, 80)
    await first.live.catchUp()
    await first.write()
    await pool.execute('DELETE FROM catalog_changes')
    expect((await openProcess()).start.from).toBe('snapshot')
    await setPrice(pool, hammer.unitId, 81)
    await pool.execute(remove)
    expect(await reasonOfBuild()).toBe('there is no snapshot')
  },
)

test('it is in object storage as in a folder', async () => {
  const s3 = await startTestS3()
  try {
    const bucket = s3Store(s3.address, folder.path).folder('catalog-index')
    const first = await openProcess({ files: bucket })
    expect(await first.write()).toBeGreaterThan(0)
    const second = await openProcess({ files: bucket })
    expect(second.start.from).toBe('snapshot')
    expect(answersOf(second.live.current())).toEqual(await builtAnswers())
    for (const close of opened.splice(0)) await close()
  } finally {
    await s3.close()
  }
})

test('one process writes at a time, and one file stays', async () => {
  const { pool } = database
  const [first, second] = await Promise.all([openProcess(), openProcess()])
  let release = () => {}
  let hasBegun = () => {}
  const begun = new Promise<void>((resolve) => (hasBegun = resolve))
  const slow = writeSnapshot(pool, place, async () => {
    hasBegun()
    await new Promise<void>((resolve) => (release = resolve))
    return first.live.copy()
  })
  await begun
  expect(await second.write()).toBeNull()
  release()
  expect(await slow).toBeGreaterThan(0)
  await second.write()
  await fileOf()
  expect((await openProcess()).start.from).toBe('snapshot')
  // One that fails leaves the former.
  const full: FileStore = { ...files, put: () => Promise.reject(new StorageError('Full.')) }
  await expect(writeSnapshot(pool, { ...place, files: full }, first.live.copy)).rejects.toThrow('Full.')
  expect(await writeSnapshot(pool, place, async () => null)).toBeNull()
  await fileOf()
  expect(await pool.query('SELECT checksum IS NULL AS is_open FROM catalog_snapshots')).toEqual([{ is_open: false }])
})

test('it is written when it pays', async () => {
  const { pool } = database
  const { live } = await openProcess()
  const source = (products: number | undefined, isBuilt: boolean) => ({
    products: () => products,
    isBuilt: () => isBuilt,
    copy: live.copy,
  })
  const write = (parts: Partial<SnapshotPlace>, isBuilt = false, products: number | undefined = 2) =>
    writeIfDue(pool, { ...place, minProducts: 2, ...parts }, source(products, isBuilt))
  const written = expect.any(Number) as number
  expect(await write({}, true, 1)).toBeNull()
  expect(await writeIfDue(pool, { ...place, minProducts: 2 }, source(undefined, true))).toBeNull()
  expect(await write({})).toEqual(written)
  expect(await write({}, true)).toBeNull()
  // Another version replaces it only after a build.
  expect(await write({ program: '2.0.0' })).toBeNull()
  expect(await write({ program: '2.0.0' }, true)).toEqual(written)
  expect(await write({ program: '1.0.0' })).toBeNull()
  expect(await write({ program: '1.0.0' }, true)).toEqual(written)

  const makeOlder = (time: string) =>
    pool.execute(`UPDATE catalog_snapshots SET created_at = created_at - interval '${time}'`)
  await makeOlder('61 minutes')
  expect(await write({})).toBeNull()
  await setPrice(pool, saw.unitId, 70)
  expect(await loadSnapshotAge(pool, place)).toMatchObject({ isOfProgram: true })
  expect(await write({})).toEqual(written)
  await setPrice(pool, saw.unitId, 71)
  await makeOlder('11 minutes')
  expect(await write({})).toBeNull()
  await pool.query('SELECT record_catalog_change(array(SELECT generate_series(1, 10001)))')
  expect(await write({})).toEqual(written)
  await pool.query('SELECT record_catalog_change(array(SELECT generate_series(1, 10001)))')
  await makeOlder('9 minutes')
  expect(await write({})).toBeNull()
  await files.remove((await fileOf()).split('/').at(-1) ?? '')
  expect(await write({})).toEqual(written)
})
