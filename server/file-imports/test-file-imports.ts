import { expect } from 'vitest'
import { imagesIn } from '#server/images/images.ts'
import { defaultFileImportOptions, type FileImportKind } from '#contract/admin/imports/file-import-options.ts'
import { type FileImportDetail, type FileImportRows, type FileImportTab } from '#contract/admin/imports/file-imports.ts'
import { importPieceBytes } from '#contract/admin/imports/import-files.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { type FileImportJobData, fileImportsFolder, runFileImport } from './file-imports.ts'

/** A shop with an administrator who uploads files and runs their imports. */
export class TestFileImports {
  readonly shop: TestShop
  readonly pool: Pool
  readonly staff: TestVisitor

  private constructor(shop: TestShop, staff: TestVisitor) {
    this.shop = shop
    this.pool = shop.database.pool
    this.staff = staff
  }

  static async open(): Promise<TestFileImports> {
    const shop = await openTestShop()
    return new TestFileImports(shop, await shop.signedIn(await addAdmin(shop.database.pool)))
  }

  close(): Promise<void> {
    return this.shop.close()
  }

  files(): FileStore {
    return fileImportsFolder(this.shop.app.files)
  }

  images(): FileStore {
    return imagesIn(this.shop.app.files)
  }

  post(id: number, rest: string, body?: unknown) {
    return this.staff.send('POST', url(id, rest), body === undefined ? {} : { body })
  }

  async state(id: number): Promise<FileImportDetail> {
    return (await this.staff.send('GET', url(id))).body as FileImportDetail
  }

  /** Runs the enqueued imports like the job queue. */
  async work(): Promise<void> {
    const { pool } = this
    const rows = await pool.query<{ data: FileImportJobData }>(
      "DELETE FROM outbox WHERE name = 'file-import' RETURNING data",
    )
    const failures: Error[] = []
    const warn = (error: Error) => void failures.push(error)
    const deps = { pool, folder: this.files(), imagesFolder: this.images(), warn }
    for (const { data } of rows) await runFileImport(deps, data)
    expect(failures).toEqual([])
  }

  async upload(kind: FileImportKind, content: string | Buffer, name = 'dosya.csv'): Promise<number> {
    const bytes = Buffer.from(content)
    const created = await this.staff.send('POST', '/yonetim/file-imports', {
      body: { kind, name, bytes: bytes.length },
    })
    const { id } = created.body as { id: number }
    for (let at = 0; at < bytes.length; at += importPieceBytes) {
      const sent = await this.post(id, `/file?at=${at}`, bytes.subarray(at, at + importPieceBytes))
      expect(sent).toMatchObject({ status: 200 })
    }
    return id
  }

  async preview(id: number, options: object = {}): Promise<FileImportDetail> {
    const body = { ...defaultFileImportOptions, ...options }
    expect(await this.post(id, '/preview', body)).toMatchObject({ status: 200, body: { state: 'previewing' } })
    await this.work()
    return this.state(id)
  }

  async apply(id: number): Promise<FileImportDetail> {
    expect(await this.post(id, '/apply')).toMatchObject({ status: 200, body: { state: 'applying' } })
    await this.work()
    return this.state(id)
  }

  /** The cells of a list. */
  async rows(id: number, tab: FileImportTab): Promise<string[][]> {
    const { body } = await this.staff.send('GET', url(id, `/rows?tab=${tab}`))
    return (body as FileImportRows).items.map(({ cells }) => cells)
  }
}

export const url = (id: number, rest = '') => `/yonetim/file-imports/${id}${rest}`
