import readWorkbook from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { addColleague } from '#testing/store-rows.ts'
import { codeOf } from '#testing/shop.ts'
import { actor, dealer, listOf, madeOffer, other, patch, shop, useTestOffers } from './test-offers.ts'

useTestOffers()

describe('the offer list', () => {
  test('belongs to the dealer: colleagues see it, other dealers do not', async () => {
    await madeOffer()
    if (actor.dealer === null) throw new Error('A dealer’s user belongs to a dealer.')
    const colleague = await shop.signedIn(await addColleague(shop.database.pool, actor.dealer))
    expect([(await listOf(colleague)).total, (await listOf(other)).total]).toEqual([1, 0])
  })

  test('has pages, sort orders and a search, and ignores invalid values', async () => {
    const numbers: string[] = []
    for (let i = 0; i < 3; i += 1) numbers.push((await madeOffer()).orderNo)
    const [first = '', second = ''] = numbers
    await patch('update/customer', { [second]: { name: 'Işıl Çağ', companyName: 'ŞİRİN İnşaat' } })
    const found = async (query: string) => (await listOf(dealer, query)).items.map(({ orderNo }) => orderNo)
    expect(await found('')).toEqual(numbers.toReversed())
    expect(await found('?sort=date')).toEqual(numbers)
    expect(await found('?sort=customer&limit=1')).toEqual([second])
    expect(await found('?sort=-date&limit=2&page=2')).toEqual([first])
    expect(await found('?q=sirin')).toEqual([second])
    expect(await found(`?q=${second}`)).toEqual([second])
    expect(await found('?q=%25')).toEqual([])
    for (const page of ['0', '-1', 'abc', '']) expect((await listOf(dealer, `?page=${page}&sort=x`)).page).toBe(1)
    expect(await found('?page=99')).toEqual([])
  })

  test('can be filtered by open or cancelled, and by days in Turkey, both included', async () => {
    const made = [await madeOffer(), await madeOffer(), await madeOffer()]
    const days = ['2026-03-01T20:59:59Z', '2026-03-01T21:00:00Z', '2026-03-02T20:59:59Z']
    for (const [i, { id }] of made.entries()) {
      await shop.database.pool.execute('UPDATE offers SET created_at = $2 WHERE id = $1', [id, days[i]])
    }
    await patch(String(made[2]?.id), { cancel: true })
    const numbers = async (query: string) => (await listOf(dealer, query)).items.map(({ orderNo }) => orderNo)
    const [first, second, third] = made.map(({ orderNo }) => orderNo)
    expect(await numbers('?status=cancelled')).toEqual([third])
    expect(await numbers('?status=open')).toEqual([second, first])
    expect(await numbers('?from=2026-03-02&to=2026-03-02')).toEqual([third, second])
    expect(await numbers('?to=01.03.2026')).toEqual([first])
    expect(await numbers('?from=2026-03-02&status=open')).toEqual([second])
    expect(await listOf(dealer, '?status=cancelled&from=2026-03-01')).toMatchObject({
      total: 1,
      pages: 1,
      status: 'cancelled',
      from: '2026-03-01',
      to: null,
    })
    expect(await listOf(dealer, '?status=gone&from=yesterday&to=2026-02-31')).toMatchObject({
      total: 3,
      status: null,
      from: null,
      to: null,
    })
  })

  test('contains no prices for visitors who do not see them', async () => {
    await madeOffer()
    await shop.setSetting('showPriceStatus', '0')
    const text = JSON.stringify(await listOf(dealer))
    const { orderNo } = (await listOf(dealer)).items[0] ?? {}
    const print = await dealer.send('GET', `/api/catalog/offer/print/${orderNo}`)
    await shop.setSetting('showPriceStatus', '1')
    expect(text).not.toMatch(/"(price|subtotal|tax|total)":[{\d]*(33|100|366)/)
    expect(codeOf(print)).toBe('forbidden')
  })
})

describe('the offer list as a file', () => {
  const file = (name: string, visitor = dealer) =>
    shop.app.inject({ url: `/teklif/liste.${name}`, cookies: visitor.cookies })

  /** An offer on a day in March, to a customer whose name looks like a formula. */
  async function offerToFormula() {
    const offer = await madeOffer()
    const customer = { companyName: '=1+1', name: 'Seda ğüşİ', email: 'seda@example.com', phone: '+90 532 555 10 20' }
    await patch('update/customer', { [offer.orderNo]: customer })
    const day = '2026-03-01T21:00:00Z'
    await shop.database.pool.execute('UPDATE offers SET created_at = $2 WHERE id = $1', [offer.id, day])
    return offer
  }

  test('is a workbook of the filtered list, with texts as texts and amounts as numbers', async () => {
    const { orderNo, id } = await offerToFormula()
    await patch('update/terms', { [orderNo]: { validUntil: '2030-01-05' } })
    await patch(`mail/${id}`)
    await shop.database.pool.execute("UPDATE offer_mails SET created_at = '2026-03-03T10:00:00Z' WHERE offer_id = $1", [
      id,
    ])
    const other = await madeOffer()
    await patch(String(other.id), { cancel: true })
    const answer = await file('xlsx?status=open&page=7')
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="teklifler-[\w-]+-\d{4}-\d{2}-\d{2}\.xlsx"$/),
    ])
    const [sheet] = await readWorkbook(answer.rawPayload)
    const [head, ...rows] = sheet?.data ?? []
    expect(head).toEqual([
      'Teklif no',
      'Tarih',
      'Durum',
      'Firma adı',
      'Ad soyad',
      'E-posta',
      'Telefon',
      'Vergi dairesi',
      'Vergi numarası',
      'Hazırlayan',
      'Geçerlilik',
      'Gönderim tarihi',
      'Gönderilen adres',
      'Teklif notu',
      'Para birimi',
      'Ara toplam',
      'KDV',
      'Toplam',
    ])
    expect(rows).toEqual([
      [
        orderNo,
        new Date('2026-03-02'),
        'Geçerli',
        '=1+1',
        'Seda ğüşİ',
        'seda@example.com',
        '+90 532 555 10 20',
        null,
        null,
        actor.name,
        new Date('2030-01-05'),
        new Date('2026-03-03'),
        'seda@example.com',
        null,
        'TRY',
        366.68,
        66.67,
        433.35,
      ],
    ])
  })

  test('is a CSV in which no text becomes a formula', async () => {
    const { orderNo } = await offerToFormula()
    await patch('update/terms', { [orderNo]: { validUntil: '' } })
    const answer = await file('csv')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.body.split('\r\n')[1]).toBe(
      `"${orderNo}";02.03.2026;"Geçerli";"'=1+1";"Seda ğüşİ";"seda@example.com";"'+90 532 555 10 20";;;"${actor.name}";;;;;"TRY";366,68;66,67;433,35`,
    )
  })

  test('contains no prices for visitors who do not see them', async () => {
    await offerToFormula()
    await shop.setSetting('showPriceStatus', '0')
    const answer = await file('csv')
    await shop.setSetting('showPriceStatus', '1')
    expect(answer.body.split('\r\n')[1]).toMatch(/"TRY";;;$/)
  })

  test('is available to dealers, each for its own offers', async () => {
    await offerToFormula()
    // The header, and the empty text after the last line break.
    expect((await file('csv', other)).body.split('\r\n')).toHaveLength(2)
    const guest = await (await shop.guest()).send('GET', '/teklif/liste.xlsx')
    expect([guest.status, codeOf(guest)]).toEqual([401, 'not_signed_in'])
  })
})

describe('discounts of an offer', () => {
  test.each([
    { discount: 10, profit: -10, subtotal: 336.68 },
    { discount: '12,5', profit: -12.5, subtotal: 329.18 },
    { discount: -10, profit: 10, subtotal: 396.68 },
    { discount: 100, profit: -100, subtotal: 66.68 },
    { discount: -1000, profit: 1000, subtotal: 3366.68 },
  ])('stores $discount as a profit of $profit', async ({ discount, profit, subtotal }) => {
    const { id, first } = await madeOffer()
    expect((await patch('update/profit', { [id]: { [first.id]: discount } })).body).toEqual({ success: true })
    const { items } = await listOf(dealer)
    expect(items[0]?.offerItems.map((item) => item.profit)).toEqual([profit, 0])
    expect(items[0]?.subtotal).toBe(subtotal)
  })

  test.each([-1001, 101, 'abc', 'NaN', '', null, true, [10], {}, '1e2', 10.0001, '<b>'])(
    'rejects %j',
    async (discount) => {
      const { id, first } = await madeOffer()
      const answer = await patch('update/profit', { [id]: { [first.id]: discount === '' ? ' % ' : discount } })
      expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
      expect((await listOf(dealer)).items[0]?.offerItems[0]?.profit).toBe(0)
    },
  )

  test('are saved all or none: a line or an offer of another dealer returns 404', async () => {
    const ownOffer = await madeOffer()
    const second = await madeOffer()
    const foreignLine = await patch('update/profit', {
      [ownOffer.id]: { [ownOffer.first.id]: 5, [second.first.id]: 5 },
    })
    const mixed = await patch('update/profit', { [ownOffer.id]: { [ownOffer.first.id]: 5 } }, other)
    const unknown = await patch('update/profit', { [ownOffer.id]: { [ownOffer.first.id]: 5 }, 999999: {} })
    expect([foreignLine, mixed, unknown].map(codeOf)).toEqual(['offer_not_found', 'offer_not_found', 'offer_not_found'])
    expect(mixed.text).toBe(unknown.text)
    const profits = (await listOf(dealer)).items.flatMap(({ offerItems }) => offerItems.map(({ profit }) => profit))
    expect(profits).toEqual([0, 0, 0, 0])
  })

  test('are rejected with ten thousand keys, invalid keys and without keys', async () => {
    const { id, first } = await madeOffer()
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [String(i + 1), 1]))
    const bodies: unknown[] = [
      {},
      [],
      { [id]: many },
      many,
      { __proto_: {} },
      { constructor: { a: 1 } },
      { [id]: { toString: 1 } },
    ]
    for (const body of bodies) expect((await patch('update/profit', body)).status).toBe(422)
    const proto = await patch('update/profit', `{"${id}": {"${first.id}": 10, "__proto__": 5}}`)
    expect(proto.status).toBe(400)
    expect((await listOf(dealer)).items[0]?.offerItems[0]?.profit).toBe(0)
  })
})

describe('the customer of an offer', () => {
  test('is saved by offer number, trimmed; omitted fields are emptied', async () => {
    const { orderNo } = await madeOffer()
    const customer = {
      name: ' Seda Yalçınkaya ',
      companyName: 'Yalçınkaya İnşaat',
      email: 'seda@ornek.com.tr',
      phone: '0532 555 10 20',
    }
    expect((await patch('update/customer', { [orderNo]: customer })).body).toEqual({ success: true })
    expect((await listOf(dealer)).items[0]).toMatchObject({
      customerName: 'Seda Yalçınkaya',
      customerCompanyName: 'Yalçınkaya İnşaat',
      customerEmail: 'seda@ornek.com.tr',
      customerPhone: '0532 555 10 20',
    })
    const misnamed = await patch('update/customer', { [orderNo]: { customerName: 'Seda' } })
    expect(codeOf(misnamed)).toBe('validation_failed')
    expect((await listOf(dealer)).items[0]).toMatchObject({ customerName: 'Seda Yalçınkaya' })
    await patch('update/customer', { [orderNo]: { name: 'Seda' } })
    expect((await listOf(dealer)).items[0]).toMatchObject({ customerName: 'Seda', customerEmail: '' })
  })

  test.each(['seda', 'seda@', '@x.com', 'a@b', 'a b@x.com', 'a@x.com, b@x.com', 'a@x.com\r\nBcc: b@x.com', 'a@x..com'])(
    'is rejected with the address %j',
    async (email) => {
      const { orderNo } = await madeOffer()
      const answer = await patch('update/customer', { [orderNo]: { email } })
      expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
    },
  )

  test('is rejected with the phone number "abc"', async () => {
    const { orderNo } = await madeOffer()
    const answer = await patch('update/customer', { [orderNo]: { name: 'Seda', phone: 'abc' } })
    expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
    expect(answer.body).toMatchObject({ error: { fields: { [`${orderNo}.phone`]: expect.any(String) } } })
  })

  test('is not saved for another dealer’s offer, alone or among others', async () => {
    const { orderNo } = await madeOffer()
    expect(codeOf(await patch('update/customer', { [orderNo]: { name: 'x' } }, other))).toBe('offer_not_found')
    const mixed = await patch('update/customer', { [orderNo]: { name: 'x' }, T2020999999: { name: 'y' } })
    expect(codeOf(mixed)).toBe('offer_not_found')
    expect((await listOf(dealer)).items[0]?.customerName).toBe('')
  })
})
