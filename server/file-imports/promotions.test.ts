import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fileImportFields } from '#contract/admin/imports/file-import-options.ts'
import { fileImportSamplePath } from '#contract/admin/imports/file-imports.ts'
import { promotionProblems } from '#domain/promotions/check-promotion.ts'
import { translate } from '#server/platform/http/words.ts'
import { makeXlsx, type XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { addDealer, addProduct } from '#testing/store-rows.ts'
import { TestFileImports } from './test-file-imports.ts'

let imports: TestFileImports
let dealer: string
let dealerId: number

beforeAll(async () => {
  imports = await TestFileImports.open()
  const { pool } = imports
  const actor = await addDealer(pool)
  dealer = actor.dealer?.code ?? ''
  dealerId = actor.dealer?.id ?? 0
  await pool.execute("UPDATE dealers SET region = 'Ege' WHERE id = $1", [dealerId])
  await pool.execute("INSERT INTO dealer_groups (code, name) VALUES ('A', 'A bayileri')")
  await pool.execute("INSERT INTO brands (code, name, slug) VALUES ('P', 'Pirasan', 'pirasan')")
  await pool.execute(
    `WITH top AS (INSERT INTO categories (name, slug) VALUES ('Hırdavat', 'hirdavat') RETURNING id)
     INSERT INTO categories (name, slug, parent_id) SELECT 'Vida', 'vida', id FROM top`,
  )
  await addProduct(pool, { code: 'VIDA-1', price: 5, units: { KUTU: 100 } })
  await addProduct(pool, { code: 'MATKAP', price: 1000 })
})
afterAll(() => imports.close())
afterEach(() => imports.pool.execute('DELETE FROM promotions'))

const head = [
  ...['Kod', 'Ad', 'İngilizce Ad', 'Tür', 'Bayi Kodu', 'Grup', 'Bölge', 'Ürün Kodu', 'Marka', 'Kategori'],
  ...['Alınan', 'Bedava', 'Bedava Ürün', 'Fiyat', 'Döviz', 'Paket Ürünleri', 'Basamaklar'],
  ...['Başlangıç', 'Bitiş', 'Öncelik', 'Birleşir', 'Kupon', 'Kota', 'Bayi Kotası', 'Sipariş Başına En Çok', 'Açık'],
]
type Cells = Record<string, string>
/** A line with these cells by title. */
const line = (cells: Cells) => head.map((title) => cells[title] ?? '').join(';')
const file = (...rows: Cells[]) => `${[head.join(';'), ...rows.map(line)].join('\n')}\n`
const free: Cells = { Kod: 'MF', Ad: '10+1', Tür: 'Mal fazlası', Alınan: '10', Bedava: '1' }
const basket: Cells = { Kod: 'SB', Ad: 'Sepet', Tür: 'sepet basamağı', Basamaklar: '50.000: %3 | 100.000: %5 + kargo' }
const bundle: Cells = {
  Kod: 'PK',
  Ad: 'Paket',
  Tür: 'paket',
  Fiyat: '900',
  'Paket Ürünleri': '1 x MATKAP | 2 x VIDA-1 (KUTU)',
}
const all = (): Cells[] => [
  {
    ...free,
    ...{ 'İngilizce Ad': 'Ten and one', 'Bayi Kodu': dealer, 'Ürün Kodu': 'VIDA-1', 'Bedava Ürün': 'MATKAP' },
    ...{ Başlangıç: '01.01.2026', Bitiş: '31.12.2030', Öncelik: '5', Birleşir: 'evet', Kota: '1.000' },
    ...{ 'Bayi Kotası': '50', 'Sipariş Başına En Çok': '2' },
  },
  { ...basket, Bölge: 'ege', Marka: 'PİRASAN', Döviz: 'USD', Kupon: 'x', Açık: 'Hayır' },
  { ...bundle, Grup: 'A', Fiyat: '1.450,5' },
]
const stored = (columns: string) => imports.pool.query(`SELECT ${columns} FROM promotions ORDER BY code`)
const steps = () => imports.pool.query('SELECT amount, percent, free_delivery FROM promotion_steps ORDER BY amount')
const parts = () =>
  imports.pool.query(
    `SELECT p.code, u.name, t.quantity FROM promotion_parts t JOIN product_units u ON u.id = t.unit_id
       JOIN products p ON p.id = u.product_id ORDER BY t.place`,
  )
async function previewOf(content: string | Buffer, name?: string) {
  const id = await imports.upload('promotions', content, name)
  return { id, detail: await imports.preview(id) }
}
async function apply(content: string | Buffer, name?: string) {
  const { id } = await previewOf(content, name)
  return imports.apply(id)
}
const use = (code: string, used: number) =>
  imports.pool.execute(
    'INSERT INTO promotion_dealers (promotion_id, dealer_id, used) SELECT id, $2, $3 FROM promotions WHERE code = $1',
    [code, dealerId, used],
  )

test('a preview changes nothing; the import makes promotions of all kinds in one transaction', async () => {
  const { id, detail } = await previewOf(file(...all()))
  expect(detail).toMatchObject({ state: 'ready', secondPerson: null, summary: { rows: 3, added: 3, rejected: 0 } })
  expect(await stored('code')).toEqual([])
  expect(await imports.apply(id)).toMatchObject({ state: 'applied', summary: { added: 3 } })
  expect(
    await stored(
      `code, name_en, kind, dealer_id, region, buy_quantity, free_quantity, bundle_price, currency, starts_on::text, priority,
       combines, needs_coupon, total_quota, dealer_quota, order_limit, is_active, revision`,
    ),
  ).toMatchObject([
    {
      ...{ code: 'MF', name_en: 'Ten and one', kind: 'free_goods', dealer_id: dealerId, buy_quantity: '10.000' },
      ...{ free_quantity: 1, currency: null, starts_on: '2026-01-01', priority: 5, combines: true, total_quota: 1000 },
      ...{ dealer_quota: 50, order_limit: 2, is_active: true, revision: 1 },
    },
    { code: 'PK', kind: 'bundle', bundle_price: '1450.5000', currency: 'TRY', needs_coupon: false },
    { code: 'SB', kind: 'basket_step', region: 'ege', currency: 'USD', needs_coupon: true, is_active: false },
  ])
  expect(await steps()).toEqual([
    { amount: '50000.00', percent: '3.00', free_delivery: false },
    { amount: '100000.00', percent: '5.00', free_delivery: true },
  ])
  expect(await parts()).toEqual([
    { code: 'MATKAP', name: 'ADET', quantity: 1 },
    { code: 'VIDA-1', name: 'KUTU', quantity: 2 },
  ])
  const [entry] = await imports.pool.query(
    "SELECT action, after FROM audit_log WHERE noun = 'import' ORDER BY id DESC LIMIT 1",
  )
  expect(entry).toMatchObject({ action: 'apply', after: { kind: 'promotions', rows: 3, added: 3 } })
})

test('the same file again changes nothing, and no revision of a promotion', async () => {
  await apply(file(...all()))
  const { detail } = await previewOf(file(...all()))
  expect(detail).toMatchObject({ hasWork: false, summary: { unchanged: 3 } })
  await apply(file(...all().map((cells) => (cells['Kod'] === 'PK' ? { ...cells, Fiyat: '1.500' } : cells))))
  expect(await stored('code, revision')).toEqual([
    { code: 'MF', revision: 1 },
    { code: 'PK', revision: 2 },
    { code: 'SB', revision: 1 },
  ])
})

test.each<[string, Cells, string]>([
  ['no code', { ...free, Kod: '' }, 'Kod: Bu alan gerekli.'],
  ['no name', { ...free, Ad: '' }, 'Ad: Bu alan gerekli.'],
  ['no kind', { ...free, Tür: '' }, 'Tür: Bu alan gerekli.'],
  [
    'an unknown kind',
    { ...free, Tür: 'hediye' },
    'Tür: Anlaşılmadı: “hediye”. Paket fiyat, mal fazlası ya da sepet basamağı yazın.',
  ],
  ['free goods 0', { ...free, Bedava: '0' }, 'Bedava: 1 ile 100.000 arasında tam sayı girin.'],
  ['free goods in part', { ...free, Bedava: '1,5' }, 'Bedava: 1 ile 100.000 arasında tam sayı girin.'],
  ['nothing bought', { ...free, Alınan: '' }, 'Alınan: Bu alan gerekli.'],
  ['a price of free goods', { ...free, Fiyat: '5' }, 'Fiyat: Bu türde yazılmaz; boş bırakın.'],
  ['steps of free goods', { ...free, Basamaklar: '100: 5' }, 'Basamaklar: Bu türde yazılmaz; boş bırakın.'],
  ['goods of a bundle', { ...bundle, Marka: 'Pirasan' }, 'Marka: Bu türde yazılmaz; boş bırakın.'],
  [
    'a bundle without products',
    { ...bundle, 'Paket Ürünleri': '' },
    'Paket Ürünleri: Paketteki her ürünün stok kodunu yazın.',
  ],
  [
    'a bundle of one piece',
    { ...bundle, 'Paket Ürünleri': 'MATKAP' },
    'Paket Ürünleri: Paket en az iki parçadan oluşur.',
  ],
  [
    'a product twice',
    { ...bundle, 'Paket Ürünleri': 'MATKAP | 1 x MATKAP (ADET)' },
    'Paket Ürünleri: Aynı ürün aynı birimle iki kez yazılmış.',
  ],
  [
    'an unknown part',
    { ...bundle, 'Paket Ürünleri': '1 x MATKAP | 1 x YOK' },
    'Paket Ürünleri: Bu ürün ya da birim bulunamadı: YOK',
  ],
  [
    'an unknown unit',
    { ...bundle, 'Paket Ürünleri': '1 x MATKAP | 1 x VIDA-1 (FIÇI)' },
    'Paket Ürünleri: Bu ürün ya da birim bulunamadı: VIDA-1 FIÇI',
  ],
  ['a bundle for nothing', { ...bundle, Fiyat: '0' }, 'Fiyat: 0’dan büyük, en çok dört haneli kesirle girin.'],
  [
    '21 parts',
    { ...bundle, 'Paket Ürünleri': Array.from({ length: 21 }, (_, at) => `K${at}`).join('|') },
    'Paket Ürünleri: En çok 20 tane yazılabilir.',
  ],
  ['no steps', { ...basket, Basamaklar: '' }, 'Basamaklar: En az bir basamak gerekli.'],
  [
    'unreadable steps',
    { ...basket, Basamaklar: 'çok: %3' },
    'Basamaklar: Okunamadı: “çok: %3”. Basamakları “50000: %3 | 100000: %5 + kargo” gibi yazın.',
  ],
  [
    'falling steps',
    { ...basket, Basamaklar: '200: 3 | 100: 5' },
    'Basamaklar: Basamak tutarları küçükten büyüğe ve birbirinden farklı olmalı; sonraki basamak öncekinden azını veremez.',
  ],
  [
    'a discount of 100 %',
    { ...basket, Basamaklar: '200: 100' },
    'Basamaklar: İskonto 0 ile 100 arasında, en çok iki haneli kesirle girilir.',
  ],
  ['an unknown dealer', { ...free, 'Bayi Kodu': 'YOK' }, 'Bayi Kodu: Bulunamadı: YOK'],
  ['an unknown group', { ...free, Grup: 'YOK' }, 'Grup: Bulunamadı: YOK'],
  ['an unknown region', { ...free, Bölge: 'YOK' }, 'Bölge: Bulunamadı: YOK'],
  ['an unknown product', { ...free, 'Ürün Kodu': 'YOK' }, 'Ürün Kodu: Bulunamadı: YOK'],
  ['an unknown free product', { ...free, 'Bedava Ürün': 'YOK' }, 'Bedava Ürün: Bulunamadı: YOK'],
  ['an unknown brand', { ...free, Marka: 'YOK' }, 'Marka: Bulunamadı: YOK'],
  ['an unknown category', { ...free, Kategori: 'Hırdavat > YOK' }, 'Kategori: Bulunamadı: Hırdavat > YOK'],
  ['an unknown currency', { ...basket, Döviz: 'XYZ' }, 'Para birimi tanınmıyor: XYZ'],
  ['two scopes of dealers', { ...free, Grup: 'A', Bölge: 'Ege' }, 'Bölge: Bunlardan yalnız biri seçilebilir.'],
  [
    'two scopes of goods',
    { ...free, Marka: 'Pirasan', Kategori: 'Vida' },
    'Kategori: Bunlardan yalnız biri seçilebilir.',
  ],
  [
    'reversed days',
    { ...free, Başlangıç: '01.02.2026', Bitiş: '01.01.2026' },
    'Bitiş: Bitiş, başlangıçtan önce olamaz.',
  ],
  ['a quota of 0', { ...free, Kota: '0' }, 'Kota: 1 ya da daha büyük bir tam sayı girin; sınırsız için boş bırakın.'],
  ['a formula as a number', { ...free, Alınan: '=5+5' }, 'Alınan'],
  ['a formula as a day', { ...free, Bitiş: '=TODAY()' }, 'Bitiş'],
  ['a priority of 1,001', { ...free, Öncelik: '1001' }, 'Öncelik: −1000 ile 1000 arasında tam sayı girin.'],
  ['neither yes nor no', { ...free, Birleşir: 'belki' }, 'Birleşir sütununa evet ya da hayır yazın: belki'],
])('a row with %s is named with its reason, and the other goes in', async (_case, cells, reason) => {
  const { id, detail } = await previewOf(file(cells, { ...free, Kod: 'IYI' }))
  expect(detail).toMatchObject({ summary: { rows: 2, added: 1, rejected: 1 } })
  const [[place, text] = []] = await imports.rows(id, 'problems')
  expect([place, text]).toEqual(['2', expect.stringContaining(reason)])
})

test('the second row with a code is left out', async () => {
  const { id } = await previewOf(file(free, { ...free, Ad: 'İkinci' }))
  expect(await imports.rows(id, 'problems')).toEqual([['3', 'Bu promosyon kodu dosyada daha önce geçti.']])
})

describe('a quota', () => {
  const withQuota = (quota: string) => `Kod;Toplam Kota\nMF;${quota}\n`

  test('below what was used is refused; one that is kept or raised is not', async () => {
    await apply(file({ ...free, Kota: '10' }))
    await use('MF', 7)
    const { id, detail } = await previewOf(withQuota('6'))
    expect(detail).toMatchObject({ hasWork: false, summary: { changed: 0, rejected: 1 } })
    expect(await imports.rows(id, 'problems')).toEqual([
      ['2', 'Toplam Kota: Şimdiye kadar 7 kez kullanıldı; kota bundan az olamaz. Bitirmek için promosyonu kapatın.'],
    ])
    await apply(withQuota('7'))
    expect(await imports.pool.query('SELECT used FROM promotion_totals')).toEqual([{ used: 7 }])
    // Paid orders may pass the quota: the file that states it still changes nothing.
    await imports.pool.execute('UPDATE promotion_dealers SET used = 9')
    const replay = await previewOf(withQuota('7'))
    expect(replay.detail).toMatchObject({ summary: { unchanged: 1, rejected: 0 } })
  })

  test('that is cleared counts no longer', async () => {
    await apply(file({ ...free, Kota: '10' }))
    await apply(withQuota(''))
    expect(await stored('total_quota')).toEqual([{ total_quota: null }])
    expect(await imports.pool.query('SELECT FROM promotion_totals')).toEqual([])
  })
})

test('a column that the file lacks keeps its values, an empty cell clears them', async () => {
  await apply(file(...all()))
  await apply('Kod;Bitiş;Kota;Paket Ürünleri\nMF;;;\nPK;31.12.2027;;2 x MATKAP\n')
  expect(await stored('code, name, ends_on::text, total_quota, dealer_quota')).toEqual([
    { code: 'MF', name: '10+1', ends_on: null, total_quota: null, dealer_quota: 50 },
    { code: 'PK', name: 'Paket', ends_on: '2027-12-31', total_quota: null, dealer_quota: null },
    { code: 'SB', name: 'Sepet', ends_on: null, total_quota: null, dealer_quota: null },
  ])
  expect(await parts()).toEqual([{ code: 'MATKAP', name: 'ADET', quantity: 2 }])
  expect(await steps()).toHaveLength(2)
})

test('a promotion that becomes one of another kind loses what only its former kind has', async () => {
  await apply(file(...all()))
  await apply('Kod;Tür;Alınan;Bedava\nPK;Mal fazlası;10;1\n')
  expect(await stored('code, kind, bundle_price, currency, free_quantity')).toContainEqual({
    ...{ code: 'PK', kind: 'free_goods', bundle_price: null, currency: null, free_quantity: 1 },
  })
  expect(await parts()).toEqual([])
})

test('warns of a promotion that overlaps another one, of a dear bundle, and of one without coupons', async () => {
  const { id, detail } = await previewOf(
    file(free, { ...free, Kod: 'MF2', Ad: 'İkinci' }, { ...bundle, Fiyat: '9000' }, { ...basket, Kupon: 'evet' }),
  )
  expect(detail).toMatchObject({ summary: { added: 4, warned: 4 } })
  const warnings = (await imports.rows(id, 'warnings')).map(([place, text]) => `${place} ${text?.slice(0, 26)}`)
  expect(warnings.toSorted()).toEqual([
    '2 “İkinci” aynı bayilere, ay',
    '3 “10+1” aynı bayilere, aynı',
    '4 Paket, varsayılan fiyat li',
    '5 Kupon istiyor ama kuponu y',
  ])
})

test.each(['tr', 'en'] as const)('the exported file in %s changes nothing when it is imported', async (locale) => {
  await apply(file(...all(), { ...basket, Kod: 'SB2', Basamaklar: '1.250,5: 2,5 | 2000: 2,5 + kargo' }))
  const headers = { cookie: `locale=${locale}`, 'accept-language': locale }
  const { text } = await imports.staff.send('GET', '/yonetim/promosyonlar.csv', { headers })
  const { detail } = await previewOf(text)
  expect(detail.summary).toMatchObject({ rows: 4, unchanged: 4, rejected: 0 })
  // The last column has the uses so far, which are for people.
  expect(detail.inspection?.columns.map(({ use: field }) => field)).toEqual([...fileImportFields.promotions, null])
})

test('a workbook is read like a CSV file', async () => {
  const titles = ['Kod', 'Ad', 'Tür', 'Alınan', 'Bedava', 'Başlangıç']
  const columns = titles.map((title, at) => ({
    title,
    kind: at === 5 ? ('day' as const) : ('text' as const),
    width: 16,
  }))
  const rows: XlsxCell[][] = [['X1', 'On artı bir', 'Mal fazlası', '10', '1', '2026-01-20']]
  await apply(await makeXlsx({ name: 'Promosyonlar', columns, rows }), 'promosyonlar.xlsx')
  expect(await stored('code, free_quantity, starts_on::text')).toEqual([
    { code: 'X1', free_quantity: 1, starts_on: '2026-01-20' },
  ])
})

test('a text that looks like a formula stays a text, and is exported as one', async () => {
  await apply(file({ ...free, Ad: '=HYPERLINK("http://x")' }))
  expect(await stored('name')).toEqual([{ name: '=HYPERLINK("http://x")' }])
  const { text } = await imports.staff.send('GET', '/yonetim/promosyonlar.csv')
  expect(text).not.toMatch(/(^|;)"?=/m)
})

test('5,000 rows are imported at once', async () => {
  const rows = Array.from({ length: 5_000 }, (_, at): Cells => {
    return at % 2 === 0
      ? { ...free, Kod: `MF-${at}`, 'Ürün Kodu': 'VIDA-1', Öncelik: String(at % 1000) }
      : { ...basket, Kod: `SB-${at}`, 'Bayi Kodu': dealer, Birleşir: 'evet' }
  })
  expect(await apply(file(...rows))).toMatchObject({
    state: 'applied',
    summary: { rows: 5000, added: 5000, rejected: 0 },
  })
  expect(await imports.pool.query('SELECT count(*)::integer AS count FROM promotion_steps')).toEqual([{ count: 5000 }])
  const { detail } = await previewOf(file(...rows))
  expect(detail).toMatchObject({ hasWork: false, summary: { unchanged: 5000 } })
})

test.each(['tr', 'en'] as const)('the sample file and all column titles in %s are recognized', async (locale) => {
  const headers = { cookie: `locale=${locale}`, 'accept-language': locale }
  const { text } = await imports.staff.send('GET', fileImportSamplePath('promotions'), { headers })
  const sample = await previewOf(text)
  expect(sample.detail.inspection?.columns.filter(({ use: field }) => field === null)).toEqual([])
  const titles = fileImportFields.promotions.map((field) => translate(locale, `imports.files.fields.${field}`))
  const { detail } = await previewOf(`${titles.join(';')}\n${titles.map(() => '1').join(';')}\n`)
  expect(detail.inspection?.columns.map(({ use: field }) => field)).toEqual([...fileImportFields.promotions])
})

const codes = [...promotionProblems.filter((problem) => problem !== 'code_taken'), 'code_repeated']
test.each([...codes, 'overlap', 'dearer', 'no_coupons'])('%s has a sentence and a title in both languages', (code) => {
  const sentence = ['issues', 'warnings'].map((kind) => `promotions.${kind}.${code}`)
  for (const locale of ['tr', 'en'] as const) {
    expect(sentence.some((key) => translate(locale, key) !== key)).toBe(true)
    expect(translate(locale, `import.kinds.promotion_${code}`)).not.toBe(`import.kinds.promotion_${code}`)
  }
})
