import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import {
  type ImportChange,
  type ImportDetail,
  importPieceBytes,
  defaultImportOptions,
} from '#contract/admin/imports.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { type ImportJobData, importsFolder, runImport } from '#server/catalog/import/import.ts'

export let shop: TestShop
export let pool: Pool
export let staff: TestVisitor
export let dealer: Actor

/** Opens a shop for the tests of a file. Its catalog and its imports are removed before each test. */
export function useTestImports(): void {
  beforeAll(async () => {
    shop = await openTestShop()
    pool = shop.database.pool
    staff = await shop.signedIn(await addAdmin(pool))
    dealer = await addDealer(pool)
  })
  beforeEach(async () => {
    // With few rows DELETE takes a twentieth of the time of TRUNCATE.
    for (const table of ['products', 'models', 'brands', 'categories', 'catalog_changes', 'outbox', 'imports']) {
      await pool.execute(`DELETE FROM ${table}`)
    }
  })
  afterAll(() => shop.close())
}

export const folder = () => importsFolder(shop.dataDir)
export const url = (id: number, rest = '') => `/yonetim/imports/${id}${rest}`
export const post = (path: string, body?: unknown) => staff.send('POST', path, body === undefined ? {} : { body })
export const state = async (id: number) => (await staff.send('GET', url(id))).body as ImportDetail

/** Runs the enqueued imports like the job queue. */
export async function work(): Promise<void> {
  const rows = await pool.query<{ data: ImportJobData }>("DELETE FROM outbox WHERE name = 'import' RETURNING data")
  const failures: Error[] = []
  for (const { data } of rows) await runImport({ pool, folder: folder(), warn: (error) => failures.push(error) }, data)
  expect(failures).toEqual([])
}

export const upload = (content: string | Buffer, name = 'urunler.xml'): Promise<number> =>
  uploadAll({ [name]: content })

export async function uploadAll(contents: Record<string, string | Buffer>): Promise<number> {
  const files = Object.entries(contents).map(([name, content]) => ({ name, content: Buffer.from(content) }))
  const named = files.map(({ name, content }) => ({ name, bytes: content.length }))
  const { id } = (await post('/yonetim/imports', { files: named })).body as { id: number }
  for (const [number, { content }] of files.entries()) {
    for (let at = 0; at < content.length; at += importPieceBytes) {
      await post(url(id, `/files/${number}?at=${at}`), content.subarray(at, at + importPieceBytes))
    }
  }
  return id
}

export async function preview(id: number, options: object = {}): Promise<ImportDetail> {
  expect(await post(url(id, '/preview'), { ...defaultImportOptions, ...options })).toMatchObject({ status: 200 })
  await work()
  return state(id)
}

export async function apply(id: number): Promise<ImportDetail> {
  expect(await post(url(id, '/apply'))).toMatchObject({ status: 200, body: { state: 'applying' } })
  await work()
  return state(id)
}

export async function undo(id: number): Promise<ImportDetail> {
  expect(await post(url(id, '/undo'))).toMatchObject({ status: 200, body: { state: 'undoing' } })
  await work()
  return state(id)
}

export const changes = async (id: number, kind: string) =>
  ((await staff.send('GET', url(id, `/changes?kind=${kind}`))).body as { items: ImportChange[] }).items

/** Everything that an import can change, except dates and movements. */
export async function catalog(): Promise<unknown> {
  return pool.query(
    `SELECT s.product_id, s.state FROM product_states(array(SELECT id FROM products)) s ORDER BY s.product_id`,
  )
}

export const record = (code: string, price: string, more = '') =>
  `<urun><StokKodu>${code}</StokKodu><StokAdi>Ürün ${code}</StokAdi><SatisFiyati1>${price}</SatisFiyati1><Envanter>5</Envanter>${more}</urun>`
export const feed = (...records: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><urunler>${records.join('')}</urunler>`

/** Imports a catalog with A at 10 and B at 20, five of each. */
export async function stocked(): Promise<void> {
  const id = await upload(feed(record('A', '10,00'), record('B', '20,00')))
  await preview(id)
  expect(await apply(id)).toMatchObject({ state: 'applied' })
  await pool.execute('DELETE FROM imports')
}
