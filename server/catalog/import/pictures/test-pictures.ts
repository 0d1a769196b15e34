import { imagesIn } from '#server/images/images.ts'
import { createServer, type RequestListener, type Server } from 'node:http'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { feed, record, TestImports } from '#server/catalog/import/runs/test-imports.ts'
import { type DownloadOptions, outsideDownload } from '#server/platform/http/outside-download.ts'
import type { PictureDeps } from './fetch-pictures.ts'
import { fetchDuePictures } from './picture-loop.ts'

/** A picture of its own for each shade. */
export const picture = (shade: number): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: { r: shade, g: 20, b: 90 } } })
    .jpeg()
    .toBuffer()

type Headers = Record<string, string | undefined>

/** A shop with an administrator, and a site that pictures are fetched from. */
export class TestPictures {
  readonly imports: TestImports
  readonly site: Server
  /** What the site answers; without an entry a picture of the path. */
  readonly answers = new Map<string, RequestListener>()
  requests: { path: string; headers: Headers }[] = []

  private constructor(imports: TestImports, site: Server) {
    this.imports = imports
    this.site = site
    site.on('request', (request, response) => {
      const path = request.url ?? ''
      this.requests.push({ path, headers: request.headers as Headers })
      const answer = this.answers.get(path)
      if (answer !== undefined) return answer(request, response)
      const shade = Buffer.from(path).reduce((sum, byte) => (sum * 31 + byte) % 251, 7)
      void picture(shade).then((content) => response.setHeader('etag', `"${path}"`).end(content))
    })
  }

  static async open(): Promise<TestPictures> {
    const site = createServer()
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    return new TestPictures(await TestImports.open(), site)
  }

  async close(): Promise<void> {
    this.site.closeAllConnections()
    this.site.close()
    await this.imports.close()
  }

  async reset(): Promise<void> {
    this.answers.clear()
    this.requests = []
    await this.imports.reset()
    await this.pool.execute('DELETE FROM picture_addresses')
    await this.pool.execute('DELETE FROM picture_hosts')
  }

  get pool() {
    return this.imports.pool
  }

  get imagesFolder(): string {
    return join(this.imports.shop.dataDir, 'images')
  }

  /** An address of the site; other host names lead to it too. */
  url(path: string, host = '127.0.0.1'): string {
    return `http://${host}:${(this.site.address() as AddressInfo).port}${path}`
  }

  deps(options: Partial<DownloadOptions> = {}): PictureDeps {
    return {
      pool: this.pool,
      imagesFolder: imagesIn(this.imports.shop.app.files),
      download: outsideDownload({ maxBytes: 1_000_000, allowsLoopback: true, ...options }),
      warn: (error) => expect.fail(`${error.message} ${String(error.cause)}`),
    }
  }

  async fetch(options: Partial<DownloadOptions> = {}): Promise<void> {
    await fetchDuePictures(this.deps(options), { signal: new AbortController().signal, onProgress: () => {} })
  }

  /** Imports products with these cells of pictures; returns the id of the import. */
  async import(products: Record<string, string>): Promise<number> {
    const rows = Object.entries(products).map(([code, cell]) =>
      record(code, '10,00', `<Resim>${cell.replaceAll('&', '&amp;')}</Resim>`),
    )
    const id = await this.imports.upload(feed(...rows))
    await this.imports.preview(id)
    expect(await this.imports.apply(id)).toMatchObject({ state: 'applied' })
    return id
  }

  /** The number of the pictures' files by product. */
  async images(): Promise<Record<string, string[]>> {
    const rows = await this.pool.query<{ code: string; images: string[] }>(
      'SELECT code, images FROM products ORDER BY code',
    )
    return Object.fromEntries(rows.map(({ code, images }) => [code, images]))
  }

  /** The file that was stored for an address of the site. */
  async file(path: string): Promise<string> {
    const row = await this.pool.one<{ file: string }>('SELECT file FROM picture_addresses WHERE url = $1', [
      this.url(path),
    ])
    return row?.file ?? expect.fail(`no file of ${path}`)
  }

  addresses() {
    return this.pool.query<{
      state: string
      reason: string | null
      status: number | null
      attempts: number
      wait: number | null
    }>(
      `SELECT state, reason, status, attempts, round(extract(epoch FROM next_at - checked_at))::integer AS wait
         FROM picture_addresses ORDER BY url`,
    )
  }

  paths(): string[] {
    return this.requests.map(({ path }) => path)
  }

  async files(): Promise<string[]> {
    return (await readdir(join(this.imagesFolder, 'uploads'))).filter((name) => name.endsWith('.webp'))
  }

  /** What was checked was checked a day earlier. */
  async letDayPass(): Promise<void> {
    await this.pool.execute("UPDATE picture_addresses SET checked_at = checked_at - interval '25 hours'")
  }

  async makeDue(): Promise<void> {
    await this.pool.execute('UPDATE picture_addresses SET next_at = now() WHERE next_at IS NOT NULL')
    await this.pool.execute('UPDATE picture_hosts SET next_at = now()')
  }
}
