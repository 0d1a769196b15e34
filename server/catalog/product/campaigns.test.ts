import { afterEach, describe, expect, test } from 'vitest'
import type { Campaign } from '#contract/shop/campaigns.ts'
import { openCampaigns, removeCampaign, saveCampaign, type CampaignInput } from '#server/campaigns/campaigns.ts'
import { setStock } from '#testing/store-rows.ts'
import { dealer, dealerWith, guest, openTestShop } from '#server/catalog/test-shop.ts'

const shop = openTestShop()

afterEach(async () => {
  await shop.database.pool.execute('DELETE FROM campaigns')
  await shop.campaigns.refresh()
})

async function save(input: CampaignInput) {
  const saved = await saveCampaign(shop.database.pool, input)
  await shop.campaigns.refresh()
  return saved
}

async function getCampaigns(who = guest): Promise<Campaign[]> {
  const response = await shop.call('/api/catalog/campaigns', {}, who)
  if (!response.ok) throw new Error(response.code)
  return response.body as Campaign[]
}

/** The names of the campaigns with the codes of their products. */
const shown = async (who = guest) =>
  (await getCampaigns(who)).map(({ name, products }) => [name, ...products.map(({ code }) => code)])

const hammer = '06A 905-115'

describe('GET /api/catalog/campaigns', () => {
  test('returns an empty list without campaigns', async () => {
    expect(await getCampaigns()).toEqual([])
  })

  test('returns campaigns in the store’s order, each with its products in their order and its number of rows', async () => {
    await save({ name: 'Aydınlatma', codes: ['EŞ-42', hammer], rowCount: 2 })
    await save({ name: 'Şantiye', codes: ['NOPRICE', hammer] })
    await save({ name: 'Çivi', codes: [hammer], position: 0 })
    expect(await shown()).toEqual([
      ['Çivi', hammer],
      ['Aydınlatma', 'EŞ-42', hammer],
      ['Şantiye', 'NOPRICE', hammer],
    ])
    expect((await getCampaigns()).map(({ rowCount }) => rowCount)).toEqual([1, 2, 1])
  })

  test('returns products with the fields of the specification and the dealer’s prices', async () => {
    await save({ name: 'A', codes: [hammer] })
    const [campaign] = await getCampaigns(dealerWith({ discount: '10' }))
    expect(campaign?.products).toEqual([
      {
        id: shop.hammer.id,
        seo: hammer.toLowerCase(),
        url: `/${hammer.toLowerCase()}-p-${shop.hammer.id}`,
        name: 'ÇEKİÇ Işıklı 500 gr',
        code: hammer,
        barcode: null,
        image: '/images/a%20b.svg',
        quantity: 5,
        defaultUnit: shop.hammer.unit,
        listPrice: { value: 125, currency: 'TRY' },
        salePrice: { value: 90, currency: 'TRY' },
        isFromPrice: false,
        taxRate: 20,
      },
    ])
  })

  test('shows a parent once in place of its variants, with the lowest price and the total stock', async () => {
    await save({ name: 'A', codes: ['TS-M', hammer, 'TSHIRT', 'TS-K'] })
    expect(await shown(dealer)).toEqual([['A', 'TSHIRT', hammer]])
    const [first] = (await getCampaigns(dealer))[0]?.products ?? []
    expect(first).toMatchObject({ quantity: 10, salePrice: { value: 40, currency: 'TRY' }, isFromPrice: true })
  })

  test('leaves out products off sale and campaigns without visible products', async () => {
    await save({ name: 'A', codes: ['HIDDEN', hammer] })
    await save({ name: 'B', codes: ['HIDDEN'] })
    expect(await shown()).toEqual([['A', hammer]])
  })

  test('hides products with quantity 0 or less when showNotInStocks is "0", by the visitor’s choice, otherwise the store’s', async () => {
    await save({ name: 'A', codes: ['EŞ-42', hammer] })
    await save({ name: 'B', codes: ['EŞ-42'] })
    const hiding = { choices: { showNotInStocks: '0' as const } }
    expect(await shown(hiding)).toEqual([['A', hammer]])
    expect(await shown()).toEqual([
      ['A', 'EŞ-42', hammer],
      ['B', 'EŞ-42'],
    ])
    await shop.set({ showNotInStocks: '0' })
    expect(await shown()).toEqual([['A', hammer]])
    expect(await shown({ choices: { showNotInStocks: '1' } })).toHaveLength(2)
    await setStock(shop.database.pool, shop.hammer.id, 2) // The total is 0 with −2 in Ankara.
    expect(await shown()).toEqual([])
    await setStock(shop.database.pool, shop.hammer.id, 7)
  })

  test('hides prices and stock from guests, and from dealers by the settings', async () => {
    await save({ name: 'A', codes: [hammer, 'TSHIRT'] })
    expect(JSON.stringify(await getCampaigns())).not.toMatch(/(sale|list)Price|quantity|"value"|TRY/)
    await shop.set({ showListPrice: '0' })
    expect(JSON.stringify(await getCampaigns(dealer))).not.toContain('listPrice')
    await shop.set({ showPriceStatus: '0', stockInfoStatus: 1 })
    expect(JSON.stringify(await getCampaigns(dealer))).not.toMatch(/(sale|list)Price|quantity|"value"|TRY/)
    await shop.set({ showPriceStatus: '1', guestPrices: '1', showStokInfo: '1', stockInfoStatus: 0 })
    expect((await getCampaigns())[0]?.products[0]).toMatchObject({ salePrice: { value: 100 }, quantity: 5 })
  })

  test('shows a campaign from its start until just before its end', async () => {
    const { pool } = shop.database
    await save({ name: 'A', codes: [hammer] })
    const during = async (starts: string, ends: string) => {
      await pool.execute(`UPDATE campaigns SET starts_at = ${starts}, ends_at = ${ends}`)
      await shop.campaigns.refresh()
      return (await getCampaigns()).length
    }
    expect(await during("now() - interval '1 second'", 'NULL')).toBe(1)
    expect(await during("now() + interval '1 hour'", 'NULL')).toBe(0)
    expect(await during('NULL', 'now()')).toBe(0)
    expect(await during("now() - interval '1 day'", "now() + interval '1 day'")).toBe(1)
    await save({ name: 'A', isActive: false })
    expect(await getCampaigns()).toEqual([])
  })

  test('runs a constant number of statements for any number of campaigns', async () => {
    for (const name of ['A', 'B', 'C', 'D']) await save({ name, codes: [hammer, 'TSHIRT', 'EŞ-42'] })
    const { pool } = shop.database
    const statements: string[] = []
    const query = pool.query.bind(pool)
    pool.query = (sql, ...rest) => {
      if (sql.includes('wanted')) statements.push(sql)
      return query(sql, ...rest)
    }
    expect(await getCampaigns(dealer)).toHaveLength(4)
    pool.query = query
    expect(statements).toHaveLength(1)
  })
})

describe('the campaign on a product page', () => {
  test('is the first campaign with the product and contains its other products', async () => {
    expect((await shop.show(shop.hammer.id)).campaign).toBeNull()
    await save({ name: 'Sonraki', codes: [hammer, 'NOPRICE'], position: 9 })
    await save({ name: 'İlk', codes: ['TSHIRT', hammer, 'EŞ-42'], position: 1, rowCount: 2 })
    const { campaign } = await shop.show(shop.hammer.id, dealer)
    expect(campaign).toMatchObject({ name: 'İlk', rowCount: 2 })
    expect(campaign?.products.map(({ code }) => code)).toEqual(['TSHIRT', 'EŞ-42'])
    expect(JSON.stringify((await shop.show(shop.hammer.id)).campaign)).not.toMatch(/(sale|list)Price|quantity/)
    expect((await shop.show(shop.hammer.id, { choices: { showNotInStocks: '0' } })).campaign?.products).toHaveLength(1)
  })

  test('is the parent’s campaign for a variant', async () => {
    await save({ name: 'A', codes: ['TSHIRT', hammer] })
    for (const id of [shop.shirt.id, shop.shirt.red]) {
      expect((await shop.show(id)).campaign?.products.map(({ code }) => code)).toEqual([hammer])
    }
    await save({ name: 'A', codes: ['TS-K'] })
    expect((await shop.show(shop.shirt.blue)).campaign).toMatchObject({ name: 'A', products: [] })
  })

  test('is missing when nobody can see it', async () => {
    await save({ name: 'A', codes: ['EŞ-42'] })
    const id = (await getCampaigns())[0]?.products[0]?.id ?? 0
    expect((await shop.show(id)).campaign?.name).toBe('A')
    expect((await shop.show(id, { choices: { showNotInStocks: '0' } })).campaign).toBeNull()
  })
})

describe('campaigns in several processes', () => {
  test('apply a change, a start and an end in each process, with a new stamp', async () => {
    const { pool } = shop.database
    const other = await openCampaigns(pool, { pollMilliseconds: 10 })
    try {
      const names = () => other.running().map(({ name }) => name)
      const stamps = new Set([other.stamp()])
      const sees = async (expected: string[]) => {
        await expect.poll(() => [names(), stamps.has(other.stamp())]).toEqual([expected, false])
        stamps.add(other.stamp())
      }
      await saveCampaign(pool, { name: 'A', codes: [hammer] })
      await sees(['A'])
      await saveCampaign(pool, { name: 'A', codes: ['TSHIRT'] })
      await expect.poll(() => other.running()[0]?.productIds).toEqual([shop.shirt.id])
      stamps.add(other.stamp())
      await saveCampaign(pool, { name: 'B', codes: [hammer], startsAt: new Date(Date.now() + 300) })
      await sees(['A', 'B'])
      await saveCampaign(pool, { name: 'B', endsAt: new Date(Date.now() + 600) })
      await sees(['A'])
      await removeCampaign(pool, 'A')
      await sees([])
    } finally {
      await other.close()
    }
  })

  test('follow a product that moves to another parent', async () => {
    const { pool } = shop.database
    await save({ name: 'A', codes: ['TS-K'] })
    const before = shop.campaigns.stamp()
    await pool.execute('UPDATE products SET parent_id = NULL, variant_values = NULL WHERE id = $1', [shop.shirt.red])
    await expect.poll(() => shop.campaigns.stamp()).not.toBe(before)
    expect(shop.campaigns.running()[0]?.productIds).toEqual([shop.shirt.red])
    await pool.execute("UPDATE products SET parent_id = $2, variant_values = '{Kırmızı}' WHERE id = $1", [
      shop.shirt.red,
      shop.shirt.id,
    ])
  })
})

describe('saving a campaign', () => {
  test('changes the given fields and keeps the others', async () => {
    const startsAt = new Date('2020-01-01T00:00:00+03:00')
    expect(await save({ name: 'A', codes: [hammer, 'TSHIRT', hammer], rowCount: 3, startsAt })).toEqual({
      ok: true,
      isNew: true,
      products: 2,
    })
    expect(await save({ name: 'A', endsAt: new Date('2021-01-01') })).toEqual({ ok: true, isNew: false })
    const { pool } = shop.database
    expect(await pool.query('SELECT row_count, starts_at, ends_at, is_active FROM campaigns')).toEqual([
      { row_count: 3, starts_at: startsAt, ends_at: new Date('2021-01-01'), is_active: true },
    ])
    await save({ name: 'A', endsAt: null })
    expect(await shown()).toEqual([['A', hammer, 'TSHIRT']])
  })

  const refused: { why: string; input: Omit<CampaignInput, 'name'>; refusal: object }[] = [
    {
      why: 'unknown codes',
      input: { codes: [hammer, 'YOK-1', 'YOK-2'] },
      refusal: { problem: 'codes_unknown', codes: ['YOK-1', 'YOK-2'] },
    },
    { why: 'no products', input: { codes: [] }, refusal: { problem: 'products_missing' } },
    { why: 'a new campaign without products', input: {}, refusal: { problem: 'products_missing' } },
    { why: 'zero rows', input: { codes: [hammer], rowCount: 0 }, refusal: { problem: 'rows_invalid' } },
    { why: 'half a row', input: { codes: [hammer], rowCount: 1.5 }, refusal: { problem: 'rows_invalid' } },
    { why: 'eleven rows', input: { codes: [hammer], rowCount: 11 }, refusal: { problem: 'rows_invalid' } },
    {
      why: '501 products',
      input: { codes: Array.from({ length: 501 }, (_, i) => `P${i}`) },
      refusal: { problem: 'too_many_products' },
    },
    {
      why: 'an end that is not after the start',
      input: { codes: [hammer], startsAt: new Date('2026-02-01'), endsAt: new Date('2026-02-01') },
      refusal: { problem: 'window_empty' },
    },
  ]
  test.each(refused)('rejects $why', async ({ input, refusal }) => {
    expect(await save({ name: 'A', ...input })).toEqual({ ok: false, ...refusal })
    expect(await shop.database.pool.query('SELECT FROM campaigns')).toEqual([])
  })
})
