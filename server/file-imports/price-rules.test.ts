import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fileImportFields } from '#contract/admin/imports/file-import-options.ts'
import { fileImportSamplePath } from '#contract/admin/imports/file-imports.ts'
import { makeXlsx, type XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { translate } from '#server/platform/http/words.ts'
import { codeOf } from '#testing/shop.ts'
import { addAdmin, addDealer, addProduct } from '#testing/store-rows.ts'
import { TestFileImports, url } from './test-file-imports.ts'

let imports: TestFileImports
let dealer: string

beforeAll(async () => {
  imports = await TestFileImports.open()
  const { pool } = imports
  const actor = await addDealer(pool)
  dealer = actor.dealer?.code ?? ''
  await pool.execute("UPDATE dealers SET region = 'Ege' WHERE id = $1", [actor.dealer?.id])
  await pool.execute("INSERT INTO dealer_groups (code, name) VALUES ('A', 'A bayileri')")
  await pool.execute("INSERT INTO brands (code, name, slug) VALUES ('P', 'Pirasan', 'pirasan')")
  await pool.execute("INSERT INTO price_lists (code, name) VALUES ('T2', 'Toptan 2')")
  await pool.execute(
    `WITH top AS (INSERT INTO categories (name, slug) VALUES ('Hırdavat', 'hirdavat') RETURNING id)
     INSERT INTO categories (name, slug, parent_id) SELECT 'Vida', 'vida', id FROM top`,
  )
  await addProduct(pool, { code: 'VIDA-1', price: 5, units: { KUTU: 100 } })
})
afterAll(() => imports.close())
afterEach(() => imports.pool.execute('DELETE FROM price_rules'))

const head =
  'Kod;Ad;Tür;Bayi Kodu;Grup;Bölge;Ürün Kodu;Marka;Kategori Yolu;Fiyat Listesi;Fiyat;Para Birimi;İskonto;En Az;Birim;Başlangıç;Bitiş;Öncelik;Durdurur;Genel İskonto Kalır'
const file = (...lines: string[]) => `${head}\n${lines.join('\n')}\n`
const stored = (columns: string) => imports.pool.query(`SELECT ${columns} FROM price_rules ORDER BY code`)
const all = () => [
  `ANL;Marka anlaşması;Fiyat anlaşması;${dealer};;;;PİRASAN;;;;;12,5;;;01.01.2026;31.12.2030;;;evet`,
  'KDM;Kutu kademesi;kademe;;A;;VIDA-1;;;;1.450,5;USD;;2,5;KUTU;;;5;;',
  'LST;Ege listesi;Fiyat listesi kuralı;;;ege;;;;T2;;;;;;;;;;',
  'TBN;Taban;taban;;;;;;;;;;30;;;;;;;',
  'ZNC;Vida zinciri;zincir;;;Ege;;;Hırdavat > Vida;;;;10+5+3;;;;;-10;x;',
]
async function apply(content: string | Buffer, name?: string) {
  const id = await imports.upload('price_rules', content, name)
  await imports.preview(id)
  return imports.apply(id)
}

test('a preview changes nothing; the import makes rules of all kinds in one transaction', async () => {
  const id = await imports.upload('price_rules', file(...all()))
  expect(await imports.preview(id)).toMatchObject({ state: 'ready', summary: { rows: 5, added: 5, rejected: 0 } })
  expect(await stored('code')).toEqual([])
  expect(await imports.apply(id)).toMatchObject({ state: 'applied', summary: { added: 5 } })
  expect(
    await stored(
      'code, kind, chain, fixed_value, fixed_currency, min_quantity, unit, region, priority, stops, keeps_discount',
    ),
  ).toMatchObject([
    { code: 'ANL', kind: 'agreement', chain: '12.5', keeps_discount: true, priority: 0 },
    { code: 'KDM', kind: 'tier', fixed_value: '1450.5000', fixed_currency: 'USD', min_quantity: '2.500', unit: 'KUTU' },
    { code: 'LST', kind: 'list', region: 'ege' },
    { code: 'TBN', kind: 'floor', chain: '30' },
    { code: 'ZNC', kind: 'chain', chain: '10+5+3', priority: -10, stops: true },
  ])
  const again = await imports.upload('price_rules', file(...all()))
  expect(await imports.preview(again)).toMatchObject({ hasWork: false, summary: { unchanged: 5 } })
})

test('a row with an error is named with its reason, and the others go in', async () => {
  const id = await imports.upload(
    'price_rules',
    file(
      'K1;İyi;zincir;;;;;;;;;;10;;;;;;;',
      ';Kodsuz;zincir;;;;;;;;;;10;;;;;;;',
      'K1;Tekrar;zincir;;;;;;;;;;10;;;;;;;',
      'K2;;zincir;;;;;;;;;;10;;;;;;;',
      'K3;Tür;başka;;;;;;;;;;10;;;;;;;',
      'K4;Zincir;zincir;;;;;;;;;;10+5+;;;;;;;',
      'K5;Bayi;zincir;YOK;;;;;;;;;10;;;;;;;',
      'K6;Ürün;zincir;;;;YOK;;;;;;10;;;;;;;',
      'K7;İki;anlaşma;;;;;;;;5;;10;;;;;;;',
      'K8;Kademe;kademe;;;;;;;;;;10;1;;;;;;',
      'K9;Gün;zincir;;;;;;;;;;10;;;01.02.2026;01.01.2026;;;',
      'K10;Evet mi;zincir;;;;;;;;;;10;;;;;;belki;',
      'K11;Kademe A;kademe;;;;;;;;;;10;10;;;;;;',
      'K12;Kademe B;kademe;;;;;;;;;;20;10;;;;;;',
    ),
  )
  expect(await imports.preview(id)).toMatchObject({ summary: { rows: 14, added: 2, rejected: 12 } })
  expect((await imports.rows(id, 'problems')).map(([line, text]) => `${line} ${text}`)).toEqual([
    '3 Kural kodu boş.',
    '4 Bu kural kodu dosyada daha önce geçti.',
    '5 Kurala bir ad verin.',
    '6 Kural türü anlaşılmadı: “başka”. Liste, anlaşma, zincir, kademe, taban, en az miktar, miktar katı, sipariş başına en çok, dönemde en çok ya da en az sipariş tutarı yazın.',
    '7 “10+5+” okunamadı. İskontoları 10+5+3 gibi, en çok iki ondalıkla yazın.',
    '8 “YOK” kodlu bayi yok.',
    '9 Katalogda “YOK” kodlu ürün yok.',
    '10 Fiyat ve iskonto birlikte olmaz; birini silin.',
    '11 Kademe miktarı 1’den büyük olmalı, en çok üç ondalığı olmalıdır: 1',
    '12 Bitiş, başlangıçtan önce olamaz.',
    '13 Durdurur sütununa evet ya da hayır yazın: belki',
    '15 Aynı kademe zaten var: “Kademe A”.',
  ])
})

test('a column that the file lacks keeps its values, an empty cell clears them', async () => {
  await apply(file(...all()))
  await apply('Kod;İskonto;Bitiş\nANL;15;\n')
  expect(await stored('code, name, chain, starts_on::text, ends_on, brand_id IS NOT NULL AS branded')).toContainEqual({
    ...{ code: 'ANL', name: 'Marka anlaşması', chain: '15', starts_on: '2026-01-01', ends_on: null, branded: true },
  })
})

test('tiers can exchange their quantities in one file', async () => {
  const tiers = (a: number, b: number) =>
    file(`A;On;kademe;;;;VIDA-1;;;;;;5;${a};;;;;;`, `B;Elli;kademe;;;;VIDA-1;;;;;;8;${b};;;;;;`)
  await apply(tiers(10, 50))
  expect(await apply(tiers(50, 10))).toMatchObject({ state: 'applied', summary: { changed: 2 } })
  expect(await stored('code, min_quantity, is_active')).toEqual([
    { code: 'A', min_quantity: '50.000', is_active: true },
    { code: 'B', min_quantity: '10.000', is_active: true },
  ])
})

test('a rule that competes with another one is a warning that names the one that decides', async () => {
  await apply(file('E1;Eski;zincir;;;;;Pirasan;;;;;10;;;;;;;'))
  const id = await imports.upload('price_rules', file('E2;Yeni;zincir;;;;;Pirasan;;;;;12;;;;;;;'))
  expect(await imports.preview(id)).toMatchObject({ summary: { added: 1, warned: 1 } })
  expect(await imports.rows(id, 'warnings')).toEqual([['2', expect.stringContaining('“Eski” aynı bayi')]])
  expect((await imports.rows(id, 'warnings'))[0]?.[1]).toContain('bu satırın kuralı geçerli olur')
})

test.each(['tr', 'en'] as const)('the exported file in %s changes nothing when it is imported', async (locale) => {
  await apply(file(...all()))
  const headers = { cookie: `locale=${locale}`, 'accept-language': locale }
  const { text } = await imports.staff.send('GET', '/yonetim/fiyat-kurallari.csv', { headers })
  const id = await imports.upload('price_rules', text)
  const { inspection, summary } = await imports.preview(id)
  expect(summary).toMatchObject({ rows: 5, unchanged: 5, rejected: 0, warned: 0 })
  expect(inspection?.columns.map(({ use }) => use)).toEqual([...fileImportFields.price_rules])
})

test('the export lists what the list’s filter finds', async () => {
  await apply(file(...all()))
  const { text } = await imports.staff.send('GET', '/yonetim/fiyat-kurallari.csv?kind=tier')
  const [titles, line] = text.split('\r\n')
  expect(titles).toContain('Kural Kodu')
  expect(line).toContain('"KDM";"Kutu kademesi";"Miktar kademesi";;"A";')
})

test('a workbook is read like a CSV file', async () => {
  const columns = ['Kod', 'Ad', 'Tür', 'Marka', 'İskonto', 'Başlangıç'].map((title, at) => {
    return { title, kind: at === 5 ? ('day' as const) : ('text' as const), width: 16 }
  })
  const rows: XlsxCell[][] = [['X1', 'Marka', 'Zincir', 'Pirasan', '10+5+3', '2026-01-20']]
  await apply(await makeXlsx({ name: 'Kurallar', columns, rows }), 'kurallar.xlsx')
  expect(await stored('code, chain, starts_on::text')).toEqual([
    { code: 'X1', chain: '10+5+3', starts_on: '2026-01-20' },
  ])
})

test.each(['tr', 'en'] as const)('the sample file and all column titles in %s are recognized', async (locale) => {
  const headers = { cookie: `locale=${locale}`, 'accept-language': locale }
  const { text } = await imports.staff.send('GET', fileImportSamplePath('price_rules'), { headers })
  const sample = await imports.upload('price_rules', text)
  const { inspection } = await imports.preview(sample)
  expect(inspection?.columns.filter(({ use }) => use === null)).toEqual([])
  const titles = fileImportFields.price_rules.map((field) => translate(locale, `imports.files.fields.${field}`))
  const id = await imports.upload('price_rules', `${titles.join(';')}\n${titles.map(() => '1').join(';')}\n`)
  expect((await imports.preview(id)).inspection?.columns.map(({ use }) => use)).toEqual([
    ...fileImportFields.price_rules,
  ])
})

test('rules of quantity come by the same file, with one column for every quantity', async () => {
  const rules = [
    'Kod;Ad;Tür;Grup;Ürün Kodu;Fiyat;Para Birimi;İskonto;Miktar;Dönem (Gün);Birim',
    'M1;En az;En az miktar;A;VIDA-1;;;;50;;',
    'M2;Kat;miktar katı;;VIDA-1;;;;0,5;;',
    'M3;Kutu sınırı;Sipariş başına en çok;;VIDA-1;;;;4;;KUTU',
    'M4;Aylık;Dönemde en çok;;VIDA-1;;;;1.000;30;',
    'M5;Tutar;En az sipariş tutarı;A;;5.000;;;;;',
    'M6;Kademe;kademe;;VIDA-1;;;5;10;;',
  ].join('\n')
  const id = await imports.upload('price_rules', rules)
  // Whole boxes and pieces never make 0.5.
  expect(await imports.preview(id)).toMatchObject({ summary: { rows: 6, added: 5, rejected: 1 } })
  expect((await imports.rows(id, 'problems')).map(([line, text]) => `${line} ${text}`)).toEqual([
    '3 0,5 ve katları bu ürünün birimleriyle alınamaz: ürün tam birimlerle satılır. Hem tam hem 0,5 katı olan en küçük miktar 1.',
  ])
  await imports.apply(id)
  expect(await stored('code, kind, quantity, min_quantity, period_days, unit, fixed_value')).toEqual([
    {
      code: 'M1',
      kind: 'minimum',
      quantity: '50.000',
      min_quantity: null,
      period_days: null,
      unit: null,
      fixed_value: null,
    },
    {
      code: 'M3',
      kind: 'maximum',
      quantity: '4.000',
      min_quantity: null,
      period_days: null,
      unit: 'KUTU',
      fixed_value: null,
    },
    {
      code: 'M4',
      kind: 'period_maximum',
      quantity: '1000.000',
      min_quantity: null,
      period_days: 30,
      unit: null,
      fixed_value: null,
    },
    {
      code: 'M5',
      kind: 'order_minimum',
      quantity: null,
      min_quantity: null,
      period_days: null,
      unit: null,
      fixed_value: '5000.0000',
    },
    {
      code: 'M6',
      kind: 'tier',
      quantity: null,
      min_quantity: '10.000',
      period_days: null,
      unit: null,
      fixed_value: null,
    },
  ])
  const again = await imports.upload('price_rules', rules)
  expect(await imports.preview(again)).toMatchObject({ hasWork: false, summary: { unchanged: 5 } })
})

test('a floor may be a percentage above the cost, and only a floor', async () => {
  const text = (...lines: string[]) => `Kural Kodu;Kural Adı;Tür;Maliyet Üstü (%);İskonto\n${lines.join('\n')}\n`
  const applied = await apply(
    text('TBN;Kârla;taban;12,5;', 'ZNC;Zincir;zincir;5;10', 'TB2;İkisi;taban;5;10', 'TB3;Eksi;taban;-1;'),
  )
  expect(await stored('code, kind, above_cost, chain')).toEqual([
    { code: 'TBN', kind: 'floor', above_cost: '12.50', chain: null },
  ])
  expect(applied).toMatchObject({ summary: { added: 1, rejected: 3 } })
  // A file without the column leaves it; an empty cell clears it.
  await apply('Kural Kodu;İskonto;Maliyet Üstü (%)\nTBN;30;\n')
  expect(await stored('above_cost, chain')).toEqual([{ above_cost: null, chain: '30' }])
})

test('where prices need a second person, somebody else than who ran the preview applies the file', async () => {
  await imports.shop.setSetting('pricesNeedTwoOver', 20)
  const id = await imports.upload('price_rules', file('TBN;Taban;taban;;;;;;;;;;30;;;;;;;'))
  expect(await imports.preview(id)).toMatchObject({ secondPerson: { mayApply: false } })
  expect(codeOf(await imports.post(id, '/apply'))).toBe('import_rules_need_second')
  const second = await imports.shop.signedIn(await addAdmin(imports.pool))
  expect((await second.send('GET', url(id))).body).toMatchObject({ secondPerson: { mayApply: true } })
  expect((await second.send('POST', url(id, '/apply'))).status).toBe(200)
  await imports.work()
  expect(await imports.state(id)).toMatchObject({ state: 'applied', secondPerson: null })
  await imports.shop.setSetting('pricesNeedTwoOver', 0)
})
