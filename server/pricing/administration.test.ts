import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ListedDealerGroup } from '#contract/admin/dealer-groups.ts'
import type { PriceRuleDetail, PriceRuleList, PriceRuleValues } from '#contract/admin/price-rules.ts'
import type { ErrorBody } from '#contract/core/errors.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { createStore } from '#server/settings/settings.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { ruleForm } from '#testing/price-rule-requests.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let staff: TestVisitor
let dealer: TestVisitor
let actor: Actor
let drill: TestProduct
let code: string
const today = dayInTurkey(new Date())

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  staff = await shop.signedIn(await addAdmin(pool))
  actor = await addDealer(pool, { discount: 20 })
  code = actor.dealer?.code ?? ''
  await pool.execute("UPDATE dealers SET region = 'İç Anadolu' WHERE id = $1", [actor.dealer?.id])
  await pool.execute(
    `WITH tools AS (INSERT INTO categories (name, slug) VALUES ('Aletler', 'aletler') RETURNING id)
     INSERT INTO categories (name, slug, parent_id) SELECT name, slug, id FROM tools,
       (VALUES ('Matkaplar', 'matkaplar'), ('Kutular', 'kutular')) AS below (name, slug)`,
  )
  await pool.execute(
    `WITH other AS (INSERT INTO categories (name, slug) VALUES ('Depo', 'depo') RETURNING id)
     INSERT INTO categories (name, slug, parent_id) SELECT 'Kutular', 'depo-kutular', id FROM other`,
  )
  await pool.execute("INSERT INTO brands (code, name, slug) VALUES ('P', 'Pirasan', 'pirasan')")
  await pool.execute("INSERT INTO price_lists (code, name) VALUES ('T2', 'Toptan 2')")
  drill = await addProduct(pool, { code: 'MATKAP', price: 100, stock: 500, units: { KOLİ: 12 }, taxRate: 20 })
  await pool.execute(
    `UPDATE products SET brand_id = (SELECT id FROM brands WHERE name = 'Pirasan'),
            category_id = (SELECT id FROM categories WHERE slug = 'matkaplar') WHERE id = $1`,
    [drill.id],
  )
  await shop.settle()
  dealer = await shop.signedIn(actor)
})
afterAll(() => shop.close())
afterEach(async () => {
  const { pool } = shop.database
  await pool.execute('UPDATE dealers SET group_id = NULL')
  await pool.execute('DELETE FROM price_rules')
  await pool.execute('DELETE FROM dealer_groups')
  await dealer.send('DELETE', '/api/catalog/cart')
})

const form: PriceRuleValues = { ...ruleForm, isActive: true }
const post = (values: Partial<PriceRuleValues>) =>
  staff.send('POST', '/yonetim/price-rules', { body: { values: { ...form, ...values } } })
async function create(values: Partial<PriceRuleValues> = {}): Promise<PriceRuleDetail> {
  const { status, body } = await post(values)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as PriceRuleDetail
}
const read = async (id: number) => (await staff.send('GET', `/yonetim/price-rules/${id}`)).body as PriceRuleDetail
const change = (id: number, before: PriceRuleValues, values: PriceRuleValues) =>
  staff.send('PATCH', `/yonetim/price-rules/${id}`, { body: { before, values } })
const list = async (query = '') => (await staff.send('GET', `/yonetim/price-rules?${query}`)).body as PriceRuleList
const names = async (query: string) => (await list(query)).items.map(({ name }) => name)
const problems = (body: unknown) => (body as ErrorBody).error.fields
const price = async () =>
  ((await dealer.send('GET', `/api/catalog/product/${drill.id}`)).body as { salePrice: { value: number } }).salePrice
    .value
async function addGroup(groupCode = 'A'): Promise<number> {
  const values = { code: groupCode, name: `${groupCode} bayileri` }
  const { body } = await staff.send('POST', '/yonetim/dealer-groups', { body: { values } })
  return (body as { id: number }).id
}
const assign = (id: number, codes: readonly string[]) =>
  staff.send('POST', `/yonetim/dealer-groups/${id}/dealers`, { body: { codes } })

describe('a saved rule', () => {
  test('changes the dealer’s price before the response is sent, and so do its switch and its deletion', async () => {
    expect(await price()).toBe(80)
    const { id } = await create({ dealer: code, brand: 'pirasan', chain: '%10 + 5' })
    expect(await price()).toBe(85.5)
    await staff.send('POST', `/yonetim/price-rules/${id}/state`, { body: { isActive: false } })
    expect(await price()).toBe(80)
    await staff.send('POST', `/yonetim/price-rules/${id}/state`, { body: { isActive: true } })
    expect(await price()).toBe(85.5)
    await staff.send('DELETE', `/yonetim/price-rules/${id}`)
    expect(await price()).toBe(80)
    expect(codeOf(await staff.send('DELETE', `/yonetim/price-rules/${id}`))).toBe('price_rule_not_found')
  })

  test('shows its values as they are stored, in the notation of forms', async () => {
    const { id, values } = await create({
      ...{
        code: 'ANL-1',
        dealer: code,
        product: 'MATKAP',
        chain: '',
        price: '1.084,9',
        startsOn: today,
        priority: '5',
      },
    })
    const expected = {
      code: 'ANL-1',
      dealer: code,
      product: 'MATKAP',
      price: '1.084,90',
      currency: 'TRY',
      priority: '5',
    }
    expect(values).toMatchObject(expected)
    expect(await read(id)).toMatchObject({ state: 'now', values: expected, overlaps: [] })
    expect((await create({ region: 'iç anadolu', category: 'matkaplar', chain: '12,5+3' })).values).toMatchObject({
      ...{ region: 'İç Anadolu', category: 'Aletler > Matkaplar', chain: '12,5+3' },
    })
  })

  test('is not overwritten by a form that was opened before another change', async () => {
    const { id, values } = await create()
    expect((await change(id, values, { ...values, chain: '15' })).status).toBe(200)
    const late = await change(id, values, { ...values, chain: '20' })
    expect(codeOf(late)).toBe('price_rule_changed')
    expect(problems(late.body)).toEqual({ chain: 'Bu arada değişti; şimdi: 15' })
    expect(codeOf(await change(999_999, values, values))).toBe('price_rule_not_found')
  })

  test('is copied without its code, switched off', async () => {
    const { id } = await create({ code: 'X', product: 'MATKAP' })
    const { body } = await staff.send('POST', `/yonetim/price-rules/${id}/copy`)
    expect(await read((body as { id: number }).id)).toMatchObject({
      state: 'off',
      values: { code: '', name: 'Bahar (kopya)', product: 'MATKAP', chain: '10', isActive: false },
    })
  })

  test('is in the audit log with what differs', async () => {
    const { id, values } = await create({ code: 'DNT', dealer: code })
    await change(id, values, { ...values, chain: '12' })
    await staff.send('POST', `/yonetim/price-rules/${id}/state`, { body: { isActive: false } })
    await staff.send('DELETE', `/yonetim/price-rules/${id}`)
    expect(
      await shop.database.pool.query(
        "SELECT action, before, after FROM audit_log WHERE noun = 'price_rule' AND noun_id = 'DNT' ORDER BY id",
      ),
    ).toMatchObject([
      { action: 'create', before: null, after: { ruleKind: 'agreement', dealer: code, chain: '10' } },
      { action: 'change', before: { chain: '10' }, after: { chain: '12' } },
      { action: 'deactivate' },
      { action: 'remove', before: { chain: '12' }, after: null },
    ])
  })
})

describe('the form of a rule', () => {
  const tier = { kind: 'tier', minQuantity: '10' } as const
  test.each<[string, Partial<PriceRuleValues>, Partial<Record<keyof PriceRuleValues, string>>]>([
    ['no name', { name: ' ' }, { name: 'Kurala bir ad verin.' }],
    ['a long name', { name: 'a'.repeat(101) }, { name: 'Ad en çok 100 karakter olabilir.' }],
    ['a long code', { code: 'a'.repeat(61) }, { code: 'Kural kodu en çok 60 karakter olabilir.' }],
    ['an unfinished chain', { chain: '10+5+' }, { chain: expect.stringContaining('“10+5+” okunamadı') }],
    ['a chain above 100', { chain: '110' }, { chain: expect.stringContaining('100’den küçük') }],
    ['a negative chain', { chain: '-5' }, { chain: expect.stringContaining('0’dan büyük') }],
    ['seven discounts', { chain: '1+1+1+1+1+1+1' }, { chain: 'Bir zincirde en çok 6 iskonto olabilir.' }],
    ['a tier from 1', { ...tier, minQuantity: '1' }, { minQuantity: expect.stringContaining('1’den büyük') }],
    ['a tier from 0', { ...tier, minQuantity: '0' }, { minQuantity: expect.stringContaining('1’den büyük') }],
    ['a tier from a word', { ...tier, minQuantity: 'on' }, { minQuantity: '“on” bir miktar değil.' }],
    ['a tier without a quantity', { kind: 'tier' }, { minQuantity: 'Kademenin başladığı miktarı yazın.' }],
    ['an unknown unit', { ...tier, unit: 'VARİL' }, { unit: 'Hiçbir ürünün “VARİL” birimi yok.' }],
    ['a quantity elsewhere', { minQuantity: '10' }, { minQuantity: expect.stringContaining('yalnızca miktar') }],
    [
      'an end before the start',
      { startsOn: today, endsOn: addDays(today, -1) },
      { endsOn: expect.stringContaining('önce') },
    ],
    ['no day', { startsOn: '2026-02-30' }, { startsOn: 'Geçerli bir gün yazın.' }],
    ['an unknown product', { product: 'YOK' }, { product: 'Katalogda “YOK” kodlu ürün yok.' }],
    ['an unknown brand', { brand: 'Yok' }, { brand: '“Yok” adında bir marka yok.' }],
    ['an unknown category', { category: 'Aletler > Yok' }, { category: '“Aletler > Yok” kategorisi yok.' }],
    ['an ambiguous category', { category: 'Kutular' }, { category: expect.stringContaining('birden çok kategori') }],
    ['an unknown dealer', { dealer: 'YOK' }, { dealer: '“YOK” kodlu bayi yok.' }],
    ['an unknown group', { group: 'YOK' }, { group: '“YOK” kodlu bayi grubu yok.' }],
    ['an unknown region', { region: 'Ay' }, { region: 'Hiçbir bayinin bölgesi “Ay” değil.' }],
    ['a price of 0', { chain: '', price: '0' }, { price: 'Fiyat 0’dan büyük olmalıdır: 0' }],
    ['five decimals', { chain: '', price: '1,23456' }, { price: expect.stringContaining('en çok 4 ondalık') }],
    ['no number', { chain: '', price: 'ucuz' }, { price: '“ucuz” bir fiyat değil.' }],
    ['an unknown currency', { chain: '', price: '5', currency: 'XXX' }, { currency: 'Para birimi tanınmıyor: XXX' }],
    [
      'both values',
      { price: '5' },
      { price: expect.stringContaining('birlikte olmaz'), chain: expect.stringContaining('birlikte olmaz') },
    ],
    [
      'neither value',
      { chain: '' },
      { price: 'Ya bir fiyat ya da bir iskonto yazın.', chain: 'Ya bir fiyat ya da bir iskonto yazın.' },
    ],
    ['a priority out of range', { priority: '1001' }, { priority: expect.stringContaining('−1.000 ile 1.000') }],
    ['a priority with decimals', { priority: '1,5' }, { priority: expect.stringContaining('tam sayı') }],
    ['a list without a list', { kind: 'list', chain: '' }, { priceList: 'Bir fiyat listesi seçin.' }],
    ['an unknown list', { kind: 'list', chain: '', priceList: 'YOK' }, { priceList: expect.stringContaining('YOK') }],
    ['a price in a chain', { kind: 'chain', price: '5' }, { price: 'İskonto zincirinde fiyat olmaz.' }],
    [
      'a kept discount beside a price',
      { chain: '', price: '5', keepsDiscount: true },
      { keepsDiscount: expect.stringContaining('yalnızca iskontolu bir anlaşma') },
    ],
  ])('refuses %s and says so at the field', async (_what, values, expected) => {
    const { status, body } = await post(values)
    expect({ status, fields: problems(body) }).toEqual({ status: 422, fields: expected })
    expect((await list()).total).toBe(0)
  })

  test('reports all problems at once, in English too', async () => {
    const headers = { cookie: 'locale=en', 'accept-language': 'en' }
    const body = { values: { ...form, name: '', chain: '110', dealer: 'NO', group: 'NO' } }
    const response = await staff.send('POST', '/yonetim/price-rules', { body, headers })
    expect(problems(response.body)).toEqual({
      name: 'Enter a name for the rule.',
      chain: '“110”: each discount must be above 0 and below 100.',
      dealer: 'No dealer has the code “NO”.',
      group: 'Choose only one of dealer, group and region.',
    })
  })

  test('refuses a code that another rule has, and a tier that equals an active one', async () => {
    await create({ code: 'K', kind: 'tier', minQuantity: '10', product: 'MATKAP', name: 'On adet' })
    expect(problems((await post({ code: 'K' })).body)).toEqual({ code: '“K” kodu başka bir kuralın.' })
    const equal = { kind: 'tier', minQuantity: '10,000', product: 'MATKAP', chain: '20' } as const
    expect(problems((await post(equal)).body)).toEqual({ minQuantity: 'Aynı kademe zaten var: “On adet”.' })
    const { id } = await create({ ...equal, isActive: false })
    const switched = await staff.send('POST', `/yonetim/price-rules/${id}/state`, { body: { isActive: true } })
    expect(codeOf(switched)).toBe('price_rule_tier_taken')
    await create({ ...equal, minQuantity: '20' })
  })

  test('warns of a rule for the same dealers and goods at the same time, and says which one decides', async () => {
    const first = await create({ name: 'Eski', brand: 'Pirasan', endsOn: addDays(today, 30) })
    expect(first.overlaps).toEqual([])
    const second = await create({ name: 'Yeni', brand: 'Pirasan', chain: '15' })
    expect(second.overlaps).toEqual([{ id: first.id, name: 'Eski', decides: 'this' }])
    expect((await read(first.id)).overlaps).toEqual([{ id: second.id, name: 'Yeni', decides: 'other' }])
    const [later, other] = [addDays(today, 31), { brand: 'Pirasan', name: 'Başka' }]
    expect((await create({ ...other, priority: '1' })).overlaps).toEqual([])
    expect((await create({ ...other, kind: 'chain' })).overlaps).toEqual([])
    expect((await create({ ...other, startsOn: later })).overlaps).toMatchObject([{ name: 'Yeni', decides: 'this' }])
  })
})

describe('the list', () => {
  test('filters by text, kind and state', async () => {
    await create({ name: 'Şimdi', kind: 'chain', code: 'ZNC-7' })
    await create({ name: 'Sonra', startsOn: addDays(today, 1) })
    await create({ name: 'Biten', endsOn: addDays(today, -1), startsOn: addDays(today, -2) })
    await create({ name: 'Kapalı', isActive: false })
    expect(await names('state=now')).toEqual(['Şimdi'])
    expect(await names('state=later')).toEqual(['Sonra'])
    expect(await names('state=ended')).toEqual(['Biten'])
    expect(await names('state=off')).toEqual(['Kapalı'])
    expect(await names('kind=chain')).toEqual(['Şimdi'])
    expect(await names('q=simdi')).toEqual(['Şimdi'])
    expect(await names('q=znc')).toEqual(['Şimdi'])
    expect(await list('limit=3&page=2&sort=-name')).toMatchObject({ total: 4, pages: 2, items: [{ name: 'Biten' }] })
  })

  test('filters by what applies to a dealer and to a product, the most specific first', async () => {
    const group = await addGroup()
    await assign(group, [code])
    const other = await addDealer(shop.database.pool)
    await create({ name: 'Herkes' })
    await create({ name: 'Bölge', region: 'İç Anadolu' })
    await create({ name: 'Grup', group: 'A' })
    await create({ name: 'Bayi', dealer: code })
    await create({ name: 'Öteki', dealer: other.dealer?.code ?? '' })
    expect(await names(`dealer=${code}`)).toEqual(['Bayi', 'Grup', 'Bölge', 'Herkes'])
    expect(await names('group=A')).toEqual(['Grup'])
    expect(await names('dealer=YOK')).toEqual([])
    await create({ name: 'Marka', brand: 'Pirasan' })
    await create({ name: 'Kategori', category: 'Aletler' })
    await create({ name: 'Ürün', product: 'MATKAP' })
    await create({ name: 'Yandaki', category: 'Aletler > Kutular' })
    const ofProduct = await names('product=MATKAP&q=&kind=agreement')
    expect(ofProduct).toEqual(expect.arrayContaining(['Ürün', 'Marka', 'Kategori', 'Herkes']))
    expect(ofProduct).not.toContain('Yandaki')
    const { body } = await staff.send('GET', '/yonetim/price-rule-form')
    const { id: brand } = (body as { brands: { id: number; name: string }[] }).brands[0] ?? { id: 0 }
    expect(await names(`brand=${brand}`)).toEqual(['Marka'])
  })
})

describe('groups of dealers', () => {
  test('a rule of the group applies to its dealers from the assignment to their leaving', async () => {
    const id = await addGroup()
    await create({ group: 'A', chain: '50' })
    expect(await price()).toBe(80)
    expect((await assign(id, [` ${code} `, code])).body).toEqual({ added: 1, moved: 0, isWaiting: false })
    expect(await price()).toBe(50)
    const other = await addGroup('B')
    expect((await assign(other, [code])).body).toEqual({ added: 1, moved: 1, isWaiting: false })
    expect(await price()).toBe(80)
    await assign(id, [code])
    await staff.send('DELETE', `/yonetim/dealer-groups/${id}/dealers/${actor.dealer?.id}`)
    expect(await price()).toBe(80)
    expect(codeOf(await staff.send('DELETE', `/yonetim/dealer-groups/${id}/dealers/${actor.dealer?.id}`))).toBe(
      'dealer_not_found',
    )
  })

  test('unknown codes are named, and nobody is assigned', async () => {
    const id = await addGroup()
    const { status, body } = await assign(id, [code, 'YOK-1', 'YOK-2'])
    expect({ status, fields: problems(body) }).toEqual({
      status: 422,
      fields: { codes: 'Bu kodlarla bayi yok: YOK-1, YOK-2' },
    })
    expect(problems((await assign(id, [' '])).body)).toEqual({ codes: 'En az bir bayi kodu yazın.' })
    const { body: shown } = await staff.send('GET', `/yonetim/dealer-groups/${id}`)
    expect(shown).toMatchObject({ group: { dealers: 0 }, items: [], total: 0 })
    expect(codeOf(await assign(999_999, [code]))).toBe('dealer_group_not_found')
  })

  test('a group with rules is not deleted; without rules its dealers stay without a group', async () => {
    const id = await addGroup()
    await assign(id, [code])
    const rule = await create({ group: 'A', name: 'Grup kuralı' })
    const refused = await staff.send('DELETE', `/yonetim/dealer-groups/${id}`)
    expect(codeOf(refused)).toBe('dealer_group_in_use')
    expect(JSON.stringify(refused.body)).toContain('Grup kuralı')
    await staff.send('DELETE', `/yonetim/price-rules/${rule.id}`)
    expect((await staff.send('DELETE', `/yonetim/dealer-groups/${id}`)).status).toBe(200)
    expect(await shop.database.pool.one('SELECT group_id FROM dealers WHERE code = $1', [code])).toEqual({
      group_id: null,
    })
  })

  test('codes are unique, names are needed, and a late form does not overwrite', async () => {
    const id = await addGroup()
    const twice = await staff.send('POST', '/yonetim/dealer-groups', { body: { values: { code: 'A', name: '' } } })
    expect(problems(twice.body)).toEqual({
      code: 'Bu kod başka bir grubun.',
      name: 'Bu alan boş bırakılamaz.',
    })
    const before = { code: 'A', name: 'A bayileri' }
    const rename = (name: string) =>
      staff.send('PATCH', `/yonetim/dealer-groups/${id}`, { body: { before, values: { code: 'A', name } } })
    expect((await rename('Altın')).status).toBe(200)
    expect(codeOf(await rename('Gümüş'))).toBe('dealer_group_changed')
    const { body } = await staff.send('GET', '/yonetim/dealer-groups')
    expect((body as { items: ListedDealerGroup[] }).items).toMatchObject([{ code: 'A', name: 'Altın', dealers: 0 }])
  })

  test('the dealer’s form shows and changes the group', async () => {
    await addGroup()
    const url = `/yonetim/dealers/${actor.dealer?.id}`
    const { values, groups } = (await staff.send('GET', url)).body as {
      values: { group: string }
      groups: { code: string }[]
    }
    expect({ group: values.group, groups }).toEqual({ group: '', groups: [{ code: 'A', name: 'A bayileri' }] })
    const save = (group: string) => staff.send('PATCH', url, { body: { before: values, values: { ...values, group } } })
    expect(problems((await save('YOK')).body)).toEqual({ group: 'Böyle bir bayi grubu yok.' })
    expect((await save('A')).body).toMatchObject({ values: { group: 'A' } })
  })
})

test('a price list that a rule names is not deleted', async () => {
  await create({ kind: 'list', chain: '', priceList: 'T2', name: 'Kış listesi' })
  const row = await shop.database.pool.one<{ id: number }>("SELECT id FROM price_lists WHERE code = 'T2'")
  const refused = await staff.send('DELETE', `/yonetim/price-lists/${row?.id}`)
  expect(codeOf(refused)).toBe('price_list_in_rules')
  expect(JSON.stringify(refused.body)).toContain('Kış listesi')
})

test('another process reads a new rule within about a second', async () => {
  const second = await createStore(shop.database.pool)
  const goods = { id: drill.id, parentId: null, brandId: null, categoryId: null }
  const chosen = () =>
    second
      .facts()
      .rulesOf(actor.dealer?.id ?? null)
      .choose(goods, { unit: 'ADET', quantity: 1, defaultUnits: 1 }).agreement?.chain
  expect(chosen()).toBeUndefined()
  await create({ dealer: code, chain: '30' })
  await expect.poll(chosen, { timeout: 5_000 }).toBe('30')
  await second.close()
})
