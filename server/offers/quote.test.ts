import readWorkbook from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { quoteFilePath } from '#contract/core/record-paths.ts'
import type { KnownCustomer } from '#contract/shop/offer-changes.ts'
import type { Quote } from '#contract/shop/quote.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { addColleague } from '#testing/store-rows.ts'
import { codeOf } from '#testing/shop.ts'
import { maskOfferTexts } from './mask-texts.ts'
import { quoteDocument } from './quote-document.ts'
import { quoteEmail } from './quote-email.ts'
import { actor, dealer, listOf, madeOffer, other, patch, shop, useTestOffers } from './test-offers.ts'

useTestOffers()

test('card numbers in old texts of offers are masked', async () => {
  const { pool } = shop.database
  const { id } = await madeOffer()
  // As stored before texts were masked.
  const texts = ['Kart 4355084355084358', 'Peşin', 'Ali Veli', '4355-0843-5508-4358 A.Ş.']
  await pool.execute(
    'UPDATE offers SET description = $2, terms = $3, customer_name = $4, customer_company = $5 WHERE id = $1',
    [id, ...texts],
  )
  await maskOfferTexts(pool)
  expect((await listOf(dealer)).items[0]).toMatchObject({
    description: 'Kart 435508******4358',
    terms: 'Peşin',
    customerName: 'Ali Veli',
    customerCompanyName: '435508******4358 A.Ş.',
  })
})

const print = async (orderNo: string, visitor = dealer) => visitor.send('GET', `/api/catalog/offer/print/${orderNo}`)
const quoteOf = async (orderNo: string) => (await print(orderNo)).body as Quote

/** Everything that the customer receives: the printed form, the PDF, the email. */
function papersOf(quote: Quote, locale: 'tr' | 'en' = 'tr') {
  const { text, html } = quoteEmail(quote, { locale, logo: null, color: '#0B5B64' })
  return { pdf: JSON.stringify(quoteDocument(quote, { locale, logo: null })), text, html }
}

test('the unit of a line has its base units on everything that the customer receives', async () => {
  const { orderNo, first } = await madeOffer()
  const { pool } = shop.database
  await pool.execute("UPDATE offer_items SET unit = 'PAKET', multiplier = 1200, quantity = 7 WHERE id = $1", [first.id])
  const quote = await quoteOf(orderNo)
  for (const paper of Object.values(papersOf(quote))) expect(paper).toContain('7 PAKET (1.200)')
  expect(papersOf(quote, 'en').pdf).toContain('7 PAKET (1,200)')
  expect(papersOf(quote).text).not.toContain('(1)')
})

describe('validity, terms and note', () => {
  test('a new offer is valid for 15 days and starts with the terms of the dealer’s previous one', async () => {
    const first = await madeOffer()
    expect(first).toMatchObject({ validUntil: addDays(dayInTurkey(new Date(first.date)), 15), terms: '' })
    await patch('update/terms', {
      [first.orderNo]: { terms: ' % 50 peşin \n', note: 'Acele', validUntil: '31.12.2030' },
    })
    expect((await listOf(dealer)).items[0]).toMatchObject({
      validUntil: '2030-12-31',
      terms: '% 50 peşin',
      description: 'Acele',
    })
    expect(await madeOffer()).toMatchObject({ terms: '% 50 peşin', description: '' })
    expect((await listOf(other)).items).toEqual([])
  })

  test('are on everything that the customer receives, in both languages, with a place to sign', async () => {
    const { orderNo } = await madeOffer()
    const terms = { validUntil: '2030-01-05', terms: 'Nakliye dahildir.', note: 'Montaj hariçtir.' }
    await patch('update/terms', { [orderNo]: terms })
    await patch('update/customer', { [orderNo]: { companyName: 'Ak', taxOffice: 'Ulus', taxNumber: '1234567890' } })
    const address = { name: 'Bayi', address: '', town: '', city: '', number: '' }
    const tax = { taxOffice: 'Çankaya', taxNumber: '9876543210' }
    await dealer.send('PATCH', '/api/catalog/account/letterhead', { body: { ...address, ...tax } })
    // Omitted tax data remain.
    await dealer.send('PATCH', '/api/catalog/account/letterhead', { body: address })
    const quote = await quoteOf(orderNo)
    expect(quote).toMatchObject({ ...{ validUntil: '2030-01-05', terms: terms.terms }, user_address: tax })
    expect(quote.customer).toMatchObject({ taxOffice: 'Ulus', taxNumber: '1234567890' })
    const { pdf, text, html } = papersOf(quote)
    for (const paper of [pdf, text, html])
      for (const part of ['5 Ocak 2030', terms.terms, terms.note, '9876543210', 'KDV %10 (matrah', 'KDV %20 (matrah'])
        expect([part, paper.includes(part)]).toEqual([part, true])
    for (const part of ['Ulus', '1234567890', 'kaşe ve imza']) expect(pdf).toContain(part)
    const english = papersOf(quote, 'en')
    expect([english.pdf.includes('stamp and signature'), english.text.includes('Valid until: 5 January 2030')]).toEqual(
      [true, true],
    )
  })

  test('can be left out, and invalid days, other dealers and cancelled offers are refused', async () => {
    const { id, orderNo } = await madeOffer()
    const save = (terms: object, visitor = dealer) => patch('update/terms', { [orderNo]: terms }, visitor)
    for (const validUntil of ['31.02.2030', 'yarın', 5]) expect((await save({ validUntil })).status).toBe(422)
    expect((await save({ terms: 'x'.repeat(2001) })).status).toBe(422)
    expect((await save({ termss: 'x' })).status).toBe(422)
    expect(codeOf(await save({ terms: 'x' }, other))).toBe('offer_not_found')
    await save({ validUntil: '2020-01-01' })
    expect((await listOf(dealer)).items[0]).toMatchObject({ isExpired: true })
    expect((await save({ validUntil: '' })).status).toBe(200)
    expect(await quoteOf(orderNo)).toMatchObject({ validUntil: null, terms: '', description: '' })
    expect(papersOf(await quoteOf(orderNo)).text).not.toContain('Geçerlilik')
    await patch(String(id), { cancel: true })
    expect(codeOf(await save({ terms: 'x' }))).toBe('offer_cancelled')
  })
})

describe('quantity and base price', () => {
  const totals = async () => {
    const { subtotal, tax, total } = (await listOf(dealer)).items[0] ?? {}
    return [subtotal, tax, total]
  }

  test('are changed on the offer; the discount applies to the base price, and null restores the dealer’s price', async () => {
    const { id, orderNo, first, second } = await madeOffer()
    const lines = {
      [first.id]: { discount: 10, quantity: 5, basePrice: 150 },
      [second.id]: { discount: 0, quantity: 2, basePrice: null },
    }
    expect((await patch('update/profit', { [id]: lines })).status).toBe(200)
    expect((await listOf(dealer)).items[0]?.offerItems).toMatchObject([
      { quantity: 5, basePrice: 150, profit: -10, price: { value: 100 } },
      { quantity: 2, basePrice: null, profit: 0, price: { value: 33.335 } },
    ])
    expect((await quoteOf(orderNo)).lines[0]).toMatchObject({ quantity: 5, price: 135, amount: 675 })
    // A discount alone leaves the rest of the line.
    await patch('update/profit', { [id]: { [first.id]: 0 } })
    expect((await quoteOf(orderNo)).lines[0]).toMatchObject({ quantity: 5, price: 150, amount: 750 })
    const before = await totals()
    await patch('update/profit', { [id]: { [first.id]: { discount: 0, quantity: 3, basePrice: null } } })
    expect((await quoteOf(orderNo)).lines[0]).toMatchObject({ quantity: 3, price: 100, amount: 300 })
    expect(await totals()).not.toEqual(before)
  })

  test('refuses quantities below 1, prices below 0 or with a fraction of a kuruş, and unknown fields, and saves nothing', async () => {
    const { id, first, second } = await madeOffer()
    const fine = { discount: 0, quantity: 1, basePrice: 10 }
    const odd = [{ quantity: 0 }, { quantity: 1.5 }, { quantity: 1_000_001 }, { basePrice: -1 }, { basePrice: 1.00005 }]
    for (const part of [...odd, { basePrice: '10' }, { price: 5 }, { discount: 101 }]) {
      const lines = { [first.id]: fine, [second.id]: { ...fine, ...part } }
      expect([part, (await patch('update/profit', { [id]: lines })).status]).toEqual([part, 422])
    }
    expect((await listOf(dealer)).items[0]?.offerItems[0]).toMatchObject({ quantity: 3, basePrice: null })
    expect(codeOf(await patch('update/profit', { [id]: { [first.id]: fine } }, other))).toBe('offer_not_found')
  })

  test('the dealer’s cost is on nothing that the customer receives', async () => {
    const { id, orderNo, first, second } = await madeOffer()
    const lines = {
      [first.id]: { discount: 0, quantity: 7, basePrice: 88.8125 },
      [second.id]: { discount: -20, quantity: 2, basePrice: null },
    }
    await patch('update/profit', { [id]: lines })
    const answer = await print(orderNo)
    const { pdf, text, html } = papersOf(answer.body as Quote)
    for (const paper of [answer.text, pdf, text, html]) {
      expect(paper).toMatch(/88[.,]8/)
      expect(paper).not.toMatch(/₺100,00|"price":100\b|33[.,]335|basePrice|profit/)
    }
  })
})

describe('customers of earlier offers', () => {
  const known = async (visitor = dealer) =>
    ((await visitor.send('GET', '/api/catalog/offer/customers')).body as { items: KnownCustomer[] }).items

  test('are listed once with their newest data, last used first, for the users of their dealer only', async () => {
    expect(await known()).toEqual([])
    const customers = [
      { name: 'Işıl Çağ', companyName: 'ŞİRİN İnşaat', email: 'eski@ornek.com' },
      { name: 'Ali', phone: '0532 000 00 00' },
      {
        name: 'IŞIL ÇAĞ',
        companyName: 'Şirin inşaat',
        email: 'yeni@ornek.com',
        taxOffice: 'Ulus',
        taxNumber: '1234567890',
      },
      { email: 'adsiz@ornek.com' },
    ]
    for (const customer of customers) await patch('update/customer', { [(await madeOffer()).orderNo]: customer })
    const empty = { name: '', companyName: '', email: '', phone: '', taxOffice: '', taxNumber: '' }
    const expected = [
      { ...empty, ...customers[2] },
      { ...empty, ...customers[1] },
    ]
    expect(await known()).toEqual(expected)
    if (actor.dealer === null) throw new Error('A dealer’s user belongs to a dealer.')
    expect(await known(await shop.signedIn(await addColleague(shop.database.pool, actor.dealer)))).toEqual(expected)
    expect(await known(other)).toEqual([])
    expect((await (await shop.guest()).send('GET', '/api/catalog/offer/customers')).status).toBe(401)
  })

  test('a tax number has 10 or 11 digits', async () => {
    const { orderNo } = await madeOffer()
    const save = async (taxNumber: string) => (await patch('update/customer', { [orderNo]: { taxNumber } })).status
    expect(await Promise.all(['123456789', '123456789012', '12345678ab'].map(save))).toEqual([422, 422, 422])
    expect([await save('1234567890'), await save('12345678901'), await save(' ')]).toEqual([200, 200, 200])
  })
})

describe('the quote as a file', () => {
  const file = async (orderNo: string, format: 'xlsx' | 'pdf', visitor = dealer) =>
    visitor.send('GET', quoteFilePath(orderNo, format))

  test('is a workbook with the customer’s prices, and a PDF', async () => {
    const { id, orderNo, first } = await madeOffer()
    await patch('update/profit', { [id]: { [first.id]: -25 } })
    const quote = await quoteOf(orderNo)
    const bytesOf = async (format: 'xlsx' | 'pdf') =>
      (await shop.app.inject({ url: quoteFilePath(orderNo, format), cookies: dealer.cookies })).rawPayload
    const [sheet] = await readWorkbook(await bytesOf('xlsx'))
    const [head, ...rows] = sheet?.data ?? []
    expect(head).toEqual([
      'Kod',
      'Miktar',
      'Birim',
      'Ürün adı',
      'Birim fiyat (KDV hariç)',
      'KDV %',
      'Tutar (KDV hariç)',
      'Para birimi',
    ])
    expect(rows).toEqual(
      quote.lines.map((line) => [
        line.code,
        line.quantity,
        line.unit,
        line.name,
        line.price,
        line.taxRate,
        line.amount,
        quote.currency,
      ]),
    )
    expect((await bytesOf('pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('is for its dealer, and only where prices are shown', async () => {
    const { orderNo } = await madeOffer()
    for (const format of ['xlsx', 'pdf'] as const) {
      expect((await file(orderNo, format, other)).status).toBe(404)
      expect((await file('T0000000000', format)).status).toBe(404)
      expect((await file("x'", format)).status).toBe(404)
      expect((await file(orderNo, format, await shop.guest())).status).toBe(401)
      await shop.setSetting('showPriceStatus', '0')
      expect(codeOf(await file(orderNo, format))).toBe('forbidden')
      await shop.setSetting('showPriceStatus', '1')
    }
  })
})
