import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeZip, type TestEntry } from '#server/platform/zip/test-zip.ts'
import { addProduct } from '#testing/store-rows.ts'
import { TestFileImports } from '#server/file-imports/test-file-imports.ts'

let imports: TestFileImports
/** A code of its own for each test. */
let code: string
let count = 0

beforeAll(async () => {
  imports = await TestFileImports.open()
})
afterAll(() => imports.close())
beforeEach(async () => {
  count += 1
  code = `RSM/${1000 + count}-A`
  await addNamed(code)
})

async function addNamed(name: string, images: string[] = []): Promise<number> {
  const { id } = await addProduct(imports.pool, {})
  await imports.pool.execute('UPDATE products SET code = $2, images = $3 WHERE id = $1', [id, name, images])
  return id
}

/** A picture of its own for each shade. */
const picture = (shade: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg', size = 60): Promise<Buffer> =>
  sharp({ create: { width: size, height: size, channels: 3, background: { r: shade, g: 20, b: 90 } } })
    .toFormat(format)
    .toBuffer()

const fileName = () => code.replace('/', '-')
const imagesOf = async (name = code) =>
  (await imports.pool.one<{ images: string[] }>('SELECT images FROM products WHERE code = $1', [name]))?.images ?? []
const upload = (entries: TestEntry[]) => imports.upload('pictures', makeZip(entries), 'resimler.zip')

async function shadesOf(names: readonly string[]): Promise<number[]> {
  return Promise.all(
    names.map(async (name) => {
      const { channels } = await sharp(await readFile(join(imports.images().place, name))).stats()
      return Math.round((channels[0]?.mean ?? 0) / 10) * 10
    }),
  )
}

test('pictures are matched by code, number, folder and barcode, in their order, each content once', async () => {
  const other = `RSM-BARKOD-${count}`
  const id = await addNamed(other)
  await imports.pool.execute(`UPDATE product_units SET barcode = '8690000000012' WHERE product_id = $1`, [id])
  const again = await picture(30)
  const zip = await upload([
    { name: `${fileName()}-10.jpg`, content: await picture(100) },
    { name: `${fileName()}-2.png`, content: await picture(60, 'png') },
    { name: `${fileName()}.jpg`, content: again },
    { name: `alt/${fileName()}_3.webp`, content: await picture(80, 'webp') },
    { name: `${fileName()}-4.jpg`, content: again },
    { name: '8690000000012/ön.jpg', content: await picture(200) },
    { name: '__MACOSX/._x.jpg', content: 'x' },
    { name: 'Thumbs.db', content: 'x' },
  ])
  expect(await imports.preview(zip)).toMatchObject({
    state: 'ready',
    hasWork: true,
    summary: { files: 6, pictures: 5, repeated: 1, changed: 2, rejected: 0 },
  })
  expect(await imagesOf()).toEqual([])
  expect(await imports.apply(zip)).toMatchObject({ state: 'applied', summary: { changed: 2 } })
  expect(await shadesOf(await imagesOf())).toEqual([30, 60, 80, 100])
  expect(await shadesOf(await imagesOf(other))).toEqual([200])
  expect(
    await imports.pool.query(`DELETE FROM product_units WHERE barcode = '8690000000012' RETURNING 1 AS one`),
  ).toHaveLength(1)
})

test('importing an archive again changes nothing', async () => {
  const entries = [{ name: `${fileName()}.jpg`, content: await picture(30) }]
  const first = await upload(entries)
  await imports.preview(first)
  await imports.apply(first)
  const before = await imagesOf()
  const second = await upload(entries)
  expect(await imports.preview(second)).toMatchObject({ hasWork: false, summary: { changed: 0, pictures: 1 } })
  expect(await imports.post(second, '/apply')).toMatchObject({ status: 409 })
  expect(await imagesOf()).toEqual(before)
})

test('new pictures are added at the end, replace the others, or leave products with pictures alone', async () => {
  await imports.pool.execute(`UPDATE products SET images = '{eski.jpg}' WHERE code = $1`, [code])
  const id = await upload([{ name: `${fileName()}.jpg`, content: await picture(30) }])
  expect(await imports.preview(id, { pictures: 'missing' })).toMatchObject({ summary: { changed: 0 } })
  expect(await imports.preview(id, { pictures: 'replace' })).toMatchObject({ summary: { changed: 1 } })
  expect(await imports.rows(id, 'pictures')).toEqual([[code, expect.any(String), `${fileName()}.jpg`, '1', '1']])
  await imports.preview(id, { pictures: 'append' })
  await imports.apply(id)
  expect(await imagesOf()).toEqual(['eski.jpg', expect.stringMatching(/^uploads\/[0-9a-f]{32}\.webp$/)])
})

test('a file that products name is stored under its name, and only replaced on request', async () => {
  const name = `vitrin-${count}.jpg`
  await imports.pool.execute('UPDATE products SET images = $2 WHERE code = $1', [code, [`raf/${name}`]])
  const first = await upload([{ name: name.toUpperCase(), content: await picture(30) }])
  expect(await imports.preview(first)).toMatchObject({ hasWork: true, summary: { added: 1, changed: 0 } })
  await imports.apply(first)
  expect(await imagesOf()).toEqual([`raf/${name}`])
  expect(await shadesOf([`raf/${name}`])).toEqual([30])
  expect((await sharp(await readFile(join(imports.images().place, 'raf', name))).metadata()).format).toBe('jpeg')
  const second = await upload([{ name, content: await picture(90) }])
  expect(await imports.preview(second)).toMatchObject({ hasWork: false })
  expect(await imports.preview(second, { pictures: 'replace' })).toMatchObject({ hasWork: true })
  await imports.apply(second)
  expect(await shadesOf([`raf/${name}`])).toEqual([90])
})

test('files that cannot be taken are listed with their reasons, and the others are imported', async () => {
  const twin = `TEKİL.${count}777`
  await addNamed(twin)
  await addNamed(`TEKİL-${count}777`)
  const id = await upload([
    { name: `${fileName()}.jpg`, content: await picture(30) },
    { name: 'yok.jpg', content: await picture(31) },
    { name: `${fileName()}-1.svg`, content: '<svg/>' },
    { name: `${fileName()}-2.jpg`, content: '<html>jpg</html>' },
    { name: `${fileName()}-3.jpg`, content: await picture(33), isEncrypted: true },
    { name: `${fileName()}-4.jpg`, content: '/etc/passwd', isLink: true },
    { name: `${fileName()}-5.zip`, content: makeZip([{ name: 'a.jpg', content: 'a' }]) },
    { name: `${fileName()}-6.jpg`, content: await picture(36, 'jpeg', 8_000) },
    { name: `${fileName()}-7.png`, content: await picture(37), unpacked: 5 },
    { name: `TEKİL_${count}777.jpg`, content: await picture(38) },
  ])
  const shown = await imports.preview(id)
  expect(shown).toMatchObject({ state: 'ready', summary: { files: 10, pictures: 1, changed: 1, rejected: 9 } })
  expect(await imports.rows(id, 'problems')).toEqual([
    ['yok.jpg', 'Bu ada uyan ürün yok.'],
    [`${fileName()}-1.svg`, expect.stringContaining('SVG')],
    [`${fileName()}-2.jpg`, expect.stringContaining('açılamıyor')],
    [`${fileName()}-3.jpg`, expect.stringContaining('Şifreyle')],
    [`${fileName()}-4.jpg`, expect.stringContaining('kısayol')],
    [`${fileName()}-5.zip`, expect.stringContaining('Görsel değil')],
    [`${fileName()}-6.jpg`, expect.stringContaining('50 milyon')],
    [`${fileName()}-7.png`, expect.stringContaining('bozuk')],
    [`TEKİL_${count}777.jpg`, expect.stringContaining(twin)],
  ])
  await imports.apply(id)
  expect(await imagesOf()).toHaveLength(1)
  const csv = await imports.staff.send('GET', `/yonetim/file-imports/${id}/problems.csv`)
  expect(csv.text).toContain('yok.jpg')
})

test('products without any picture are listed with the file names that they expect', async () => {
  const id = await upload([{ name: `${fileName()}.jpg`, content: await picture(30) }])
  const bare = `CIPLAK-${count}`
  await addNamed(bare)
  await imports.preview(id)
  const missing = await imports.staff.send('GET', `/yonetim/file-imports/${id}/missing.csv`)
  expect(missing.text).toContain(`${bare}.jpg`)
  expect(missing.text).not.toContain(code)
})

test('a product gets at most twenty pictures; the others are listed', async () => {
  const entries = await Promise.all(
    Array.from({ length: 22 }, async (_, i) => ({
      name: `${fileName()}-${i + 1}.jpg`,
      content: await picture(i * 10),
    })),
  )
  const id = await upload(entries)
  expect(await imports.preview(id)).toMatchObject({ summary: { rejected: 2 } })
  await imports.apply(id)
  expect(await imagesOf()).toHaveLength(20)
})

describe('an archive that is not safe', () => {
  test.each([
    ['names a file above its folder', [{ name: '../../x.jpg', content: 'x' }], 'güvenli değil'],
    ['is a bomb', [{ name: 'a.jpg', content: Buffer.alloc(3 * 2 ** 20) }], 'kattan fazla'],
  ] as [string, TestEntry[], string][])('that %s is refused as a whole', async (_name, entries, text) => {
    const id = await upload([{ name: `${fileName()}.jpg`, content: await picture(30) }, ...entries])
    expect(await imports.preview(id)).toMatchObject({ state: 'failed', refusal: expect.stringContaining(text) })
    expect(await imports.post(id, '/apply')).toMatchObject({ status: 409 })
    expect(await imagesOf()).toEqual([])
  })
})

test('a run that was interrupted continues with the pictures that are stored already', async () => {
  const id = await upload([
    { name: `${fileName()}.jpg`, content: await picture(131) },
    { name: `${fileName()}-1.jpg`, content: await picture(171) },
  ])
  await imports.preview(id)
  expect(await imports.post(id, '/apply')).toMatchObject({ status: 200 })
  const uploads = join(imports.images().place, 'uploads')
  await mkdir(uploads, { recursive: true })
  const before = new Set(await readdir(uploads))
  const { data } =
    (await imports.pool.one<{ data: object }>("SELECT data FROM outbox WHERE name = 'file-import'")) ?? {}
  await imports.work()
  const made = (await readdir(uploads)).filter((name) => !before.has(name))
  expect(made).toHaveLength(2)
  // As if the process had died before the end of the run: a stored picture is not encoded again.
  await imports.pool.execute(`UPDATE file_imports SET state = 'applying', applied_at = NULL WHERE id = $1`, [id])
  await imports.pool.execute(`UPDATE products SET images = '{}' WHERE code = $1`, [code])
  await writeFile(join(uploads, made[0] ?? ''), 'as it was')
  await imports.pool.execute(`INSERT INTO outbox (name, data) VALUES ('file-import', $1)`, [JSON.stringify(data)])
  await imports.work()
  expect(await imports.state(id)).toMatchObject({ state: 'applied' })
  expect(await readFile(join(uploads, made[0] ?? ''), 'utf8')).toBe('as it was')
  expect(await imagesOf()).toHaveLength(2)
})
