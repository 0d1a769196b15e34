import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DocumentDetail, DocumentUpload } from '#contract/admin/documents.ts'
import type { ShopDocument } from '#contract/shop/documents.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { makeXlsx } from '#server/platform/xlsx/xlsx.ts'
import { addPeople, type People, photo } from '#testing/people.ts'
import { addProduct } from '#testing/store-rows.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let people: People
let dealer: TestVisitor
let other: TestVisitor
let admin: TestVisitor
let dealerCode: string
const today = dayInTurkey(new Date())
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n')

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  dealer = await shop.signedIn(people.dealer)
  other = await shop.signedIn(people.other)
  admin = await shop.signedIn(people.admin)
  const sql = 'SELECT code FROM dealers WHERE id = $1'
  dealerCode = (await shop.database.pool.one<{ code: string }>(sql, [people.dealer.dealer?.id]))?.code ?? ''
})
beforeEach(async () => {
  await shop.database.pool.execute('DELETE FROM document_files')
  await shop.database.pool.execute('DELETE FROM documents')
})
afterAll(() => shop.close())

const upload = (name: string, body: Buffer) =>
  admin.send('POST', `/yonetim/document-files?name=${encodeURIComponent(name)}`, { body })
const uploaded = async (name = 'Fiyat listesi.pdf', body = pdf) => (await upload(name, body)).body as DocumentUpload

const values = () => ({
  title: 'Kış kataloğu',
  kind: 'catalog',
  language: null as string | null,
  from: addDays(today, -1),
  until: null as string | null,
  audience: { isForAll: true, dealers: [] as string[] },
  products: [] as string[],
})
const save = (change: object) => admin.send('POST', '/yonetim/documents', { body: { ...values(), ...change } })
async function created(change: object = {}): Promise<DocumentDetail> {
  const answer = await save({ file: (await uploaded()).file, ...change })
  expect(answer.status).toBe(200)
  return answer.body as DocumentDetail
}
const chosen = () => ({ audience: { isForAll: false, dealers: [dealerCode] } })
const list = async (visitor: TestVisitor) =>
  ((await visitor.send('GET', '/api/account/documents')).body as { items: ShopDocument[] }).items
const open = (visitor: TestVisitor, id: number) => visitor.send('GET', `/account/documents/${id}/file`)

describe('a document', () => {
  test('for chosen dealers is listed and downloaded by them and by administrators only', async () => {
    const { id } = await created(chosen())
    expect((await list(dealer)).map(({ title, name }) => [title, name])).toEqual([
      ['Kış kataloğu', 'Fiyat listesi.pdf'],
    ])
    expect(await list(other)).toEqual([])
    const found = await open(dealer, id)
    expect(found.status).toBe(200)
    expect(found.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="Fiyat listesi\.pdf"/),
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect((await open(admin, id)).status).toBe(200)
    const [foreign, unknown] = [await open(other, id), await open(other, 999_999)]
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
    expect((await open(await shop.guest(), id)).status).toBe(401)
  })

  test.each([
    ['begins tomorrow', { from: addDays(today, 1) }, 404],
    ['ends today', { until: today }, 200],
    ['ended yesterday', { until: addDays(today, -1) }, 404],
  ])('that %s is downloaded accordingly', async (_, period, status) => {
    const { id } = await created(period)
    expect((await open(dealer, id)).status).toBe(status)
    expect(await list(dealer)).toHaveLength(status === 200 ? 1 : 0)
  })

  test('is no longer served to a dealer that is removed from it', async () => {
    const { id, file, revision } = await created()
    const codes = await shop.database.pool.query<{ code: string }>('SELECT code FROM dealers WHERE code <> $1', [
      dealerCode,
    ])
    const audience = { isForAll: false, dealers: codes.map(({ code }) => code) }
    const body = { ...values(), audience, file, revision }
    expect((await admin.send('PATCH', `/yonetim/documents/${id}`, { body })).status).toBe(200)
    expect([(await open(dealer, id)).status, (await open(other, id)).status]).toEqual([404, 200])
    expect(codeOf(await admin.send('PATCH', `/yonetim/documents/${id}`, { body }))).toBe('document_changed')
  })

  test('is on the pages of its products for those who may see it', async () => {
    await created({ ...chosen(), kind: 'data_sheet', products: [people.product.code] })
    const of = async (visitor: TestVisitor) => {
      const { body } = await visitor.send('GET', `/api/account/product-documents/${people.product.id}`)
      return (body as { items?: ShopDocument[] }).items?.length
    }
    expect([await of(dealer), await of(other), await of(admin)]).toEqual([1, 0, 1])
    expect((await (await shop.guest()).send('GET', `/api/account/product-documents/${people.product.id}`)).status).toBe(
      401,
    )
  })

  test('of a parent is on the pages of its variants, too, once, with its language', async () => {
    const { pool } = shop.database
    const parent = await addProduct(pool, { variantNames: ['Renk'] })
    const variant = await addProduct(pool, { parentId: parent.id, variantValues: ['Mavi'] })
    await created({ kind: 'certificate', language: 'en', products: [parent.code, variant.code] })
    await created({ kind: 'manual', title: 'Mavi', products: [variant.code] })
    const of = async (id: number) => {
      const { body } = await dealer.send('GET', `/api/account/product-documents/${id}`)
      return (body as { items: ShopDocument[] }).items.map(({ kind, language }) => [kind, language])
    }
    expect(await of(parent.id)).toEqual([['certificate', 'en']])
    expect(await of(variant.id)).toEqual([
      ['certificate', 'en'],
      ['manual', null],
    ])
    expect((await save({ language: 'xx', file: (await uploaded()).file })).status).toBe(422)
  })

  test('that is a price list is for those who see prices', async () => {
    const { id } = await created({ kind: 'price_list' })
    const colleague = await shop.signedIn(people.noRight)
    expect(await list(colleague)).toHaveLength(1)
    const { pool } = shop.database
    await pool.execute(
      `WITH made AS (INSERT INTO user_roles (dealer_id, name, permissions)
                     VALUES ($2, 'Depo', '{stock}') RETURNING id)
       UPDATE users SET user_role = NULL, own_role_id = made.id FROM made WHERE users.id = $1`,
      [people.noRight.userId, people.noRight.dealer?.id],
    )
    expect(await list(colleague)).toEqual([])
    expect((await open(colleague, id)).status).toBe(404)
    await pool.execute("UPDATE users SET user_role = 'buyer', own_role_id = NULL WHERE id = $1", [
      people.noRight.userId,
    ])
    expect((await open(colleague, id)).status).toBe(200)
  })

  test('gets another file; the former one is no longer served', async () => {
    const { id, revision } = await created()
    const { file } = await uploaded('Yeni liste.pdf')
    await admin.send('PATCH', `/yonetim/documents/${id}`, { body: { ...values(), file, revision } })
    expect((await open(dealer, id)).headers['content-disposition']).toContain('Yeni liste.pdf')
    expect((await admin.send('DELETE', `/yonetim/documents/${id}`)).status).toBe(200)
    expect((await open(dealer, id)).status).toBe(404)
    expect((await admin.send('DELETE', `/yonetim/documents/${id}`)).status).toBe(404)
  })
})

describe('an uploaded file', () => {
  test.each([
    ['liste.exe', pdf, 'pdf', 'liste.pdf'],
    ['<b>resim</b>.svg', photo, 'picture', 'b.jpg'],
    ['arşiv.zip', Buffer.from('PK\x03\x04 a.txt PK\x05\x06', 'latin1'), 'zip', 'arşiv.zip'],
  ])('%s is judged by its content', async (name, body, type, stored) => {
    expect(await uploaded(name, body)).toMatchObject({ type, name: stored })
  })

  test('that is a workbook is one', async () => {
    const sheet = { name: 'Fiyatlar', columns: [{ title: 'Kod', kind: 'text' as const, width: 10 }], rows: [['A']] }
    const { type, name } = await uploaded('Fiyatlar.xlsx', Buffer.from(await makeXlsx(sheet)))
    expect([type, name]).toEqual(['xlsx', 'Fiyatlar.xlsx'])
  })

  test.each([
    ['an SVG drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422],
    ['a PDF that is none', Buffer.from('MZ'), 422],
    ['a page', Buffer.from('<html><script>alert(1)</script>'), 422],
    [
      'a workbook with macros',
      Buffer.from('PK\x03\x04[Content_Types].xml xl/vbaProject.bin PK\x05\x06', 'latin1'),
      422,
    ],
    ['a file of 100 MB', Buffer.alloc(100 * 2 ** 20, 32), 413],
  ])('that is %s is refused with a sentence', async (_, body, status) => {
    const refused = await upload('a.pdf', body)
    expect([refused.status, typeof sentenceOf(refused)]).toEqual([status, 'string'])
  })
})

test.each([
  ['an end before its beginning', { from: today, until: addDays(today, -1) }, 'period_reversed'],
  ['no dealer', { audience: { isForAll: false, dealers: [] } }, 'audience_empty'],
  ['an unknown product', { products: ['YOK-1'] }, 'document_product_unknown'],
  ['a file that does not exist', { file: 'f'.repeat(32) }, 'document_file_missing'],
])('a document with %s is refused and leaves its file for the next attempt', async (_, change, code) => {
  const { file } = await uploaded()
  const refused = await save({ file, ...change })
  expect([refused.status, codeOf(refused), typeof sentenceOf(refused)]).toEqual([422, code, 'string'])
  expect((await save({ file })).status).toBe(200)
})

test('a file belongs to one document', async () => {
  const { file } = await created()
  expect(codeOf(await save({ file }))).toBe('document_file_missing')
})
