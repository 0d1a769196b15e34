import { describe, expect, test } from 'vitest'
import type { DealerValues } from '#contract/admin/dealers.ts'
import { addDealer } from '#testing/store-rows.ts'
import { codeOf } from '#testing/shop.ts'
import { admin, dealer, dealerOf, fieldsOf, lastAudit, shop, staff, useTestUsers } from '#server/account/test-users.ts'

useTestUsers()

const empty: DealerValues = {
  code: '',
  name: '',
  contactName: '',
  email: '',
  phone: '',
  address: '',
  district: '',
  city: '',
  taxOffice: '',
  taxNumber: '',
  region: '',
  representative: '',
  priceList: '',
  group: '',
  discount: '0',
  riskLimit: '0',
  riskMode: 'order',
  ratePolicy: 'order_day',
  fixedRates: '',
  ratesUntil: '',
  carrierPayer: 'store',
  branches: [],
}

describe('managing dealers', () => {
  test('creates a dealer as entered, with numbers in the Turkish format', async () => {
    const values: DealerValues = {
      ...empty,
      code: ' K-100 ',
      name: 'Işık Hırdavat',
      email: 'Info@Example.com',
      city: 'İzmir',
      region: 'Ege',
      representative: 'Deniz Aksoy',
      taxNumber: '1234567890',
      discount: '12,5',
      riskLimit: '250.000,50',
      riskMode: 'balance',
      branches: [
        { id: null, name: 'Merkez' },
        { id: null, name: 'Bornova' },
      ],
    }
    const { body, status } = await staff.send('POST', '/yonetim/dealers', { body: { values } })
    expect(status).toBe(200)
    const detail = await dealerOf((body as { id: number }).id)
    expect(detail.values).toMatchObject({
      code: 'K-100',
      email: 'info@example.com',
      discount: '12,50',
      riskLimit: '250.000,50',
    })
    expect(detail.values.branches.map(({ name }) => name)).toEqual(['Merkez', 'Bornova'])
    expect(await lastAudit()).toMatchObject({
      user_id: admin.userId,
      action: 'create',
      noun: 'dealer',
      noun_id: 'K-100',
    })
  })

  test('returns all input errors at once, in the visitor’s language', async () => {
    const values = {
      ...empty,
      code: 'A B',
      email: 'yok',
      phone: 'abc',
      taxNumber: '12',
      priceList: 'YOK',
      discount: '101',
      riskLimit: '-5',
      branches: [
        { id: null, name: 'A' },
        { id: null, name: 'a' },
      ],
    }
    const answer = await staff.send('POST', '/yonetim/dealers', { body: { values } })
    expect(answer.status).toBe(422)
    expect(Object.keys(fieldsOf(answer)).toSorted()).toEqual(
      ['branches', 'code', 'discount', 'email', 'name', 'phone', 'priceList', 'riskLimit', 'taxNumber'].toSorted(),
    )
    expect(fieldsOf(answer)['name']).toBe('Bu alan boş bırakılamaz.')
    const inEnglish = await staff.send('POST', '/yonetim/dealers', {
      body: { values },
      headers: { 'accept-language': 'en' },
    })
    expect(fieldsOf(inEnglish)['name']).toBe('This field cannot be empty.')
  })

  test('returns a duplicate code together with the other errors', async () => {
    const values = { ...empty, code: ` ${dealer.dealer?.code} `, phone: 'abc' }
    const answer = await staff.send('POST', '/yonetim/dealers', { body: { values } })
    expect(Object.keys(fieldsOf(answer)).toSorted()).toEqual(['code', 'name', 'phone'])
  })

  test('keeps codes unique, also when two are saved at once', async () => {
    const values = { ...empty, code: 'TEK', name: 'Tek' }
    const answers = await Promise.all([1, 2].map(() => staff.send('POST', '/yonetim/dealers', { body: { values } })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(Object.keys(fieldsOf(answers.find(({ status }) => status === 422)!))).toEqual(['code'])
  })

  test('refuses a change of fields that changed since they were read, returns their current values, and accepts other fields', async () => {
    const { id, values: before } = await dealerOf()
    const change = (values: DealerValues) => staff.send('PATCH', `/yonetim/dealers/${id}`, { body: { before, values } })
    expect((await change({ ...before, city: 'Ankara' })).status).toBe(200)
    expect(await lastAudit()).toMatchObject({ action: 'change', before: { city: '' }, after: { city: 'Ankara' } })
    const late = await change({ ...before, city: 'Bursa' })
    expect([late.status, codeOf(late)]).toEqual([409, 'dealer_changed'])
    expect(fieldsOf(late)).toEqual({ city: 'Bu arada değişti; şimdi: Ankara' })
    await shop.database.pool.execute('UPDATE dealers SET balance = 5 WHERE id = $1', [id])
    expect((await change({ ...before, city: 'Ankara', name: 'Yeni ad' })).status).toBe(200)
  })

  test('renames a branch that has orders, and never removes it', async () => {
    const { pool } = shop.database
    const { id, values } = await dealerOf()
    const branches = [
      { id: null, name: 'Depo' },
      { id: null, name: 'Dükkan' },
    ]
    await staff.send('PATCH', `/yonetim/dealers/${id}`, { body: { before: values, values: { ...values, branches } } })
    const before = (await dealerOf()).values
    await pool.execute(
      `INSERT INTO orders (order_no, dealer_id, user_id, description, currency, rates, subtotal, tax, total, total_try, branch_id)
       VALUES ('S2021000001', $1, $2, '-', 'TRY', '{"TRY": "1"}', 100, 20, 120, 120, $3)`,
      [id, dealer.userId, before.branches[0]?.id],
    )
    const save = (branches: DealerValues['branches']) =>
      staff.send('PATCH', `/yonetim/dealers/${id}`, { body: { before, values: { ...before, branches } } })
    expect(fieldsOf(await save([]))['branches']).toContain('Depo')
    const [first] = before.branches
    expect((await save([{ id: first?.id ?? 0, name: 'Ana depo' }])).status).toBe(200)
    expect((await dealerOf()).values.branches).toEqual([{ id: first?.id, name: 'Ana depo' }])
    // A branch of another dealer cannot be renamed.
    const other = await addDealer(pool)
    const otherDealer = await dealerOf(other.dealer?.id)
    const stolen = { ...otherDealer.values, branches: [{ id: first?.id ?? 0, name: 'Çalıntı' }] }
    await staff.send('PATCH', `/yonetim/dealers/${otherDealer.id}`, {
      body: { before: otherDealer.values, values: stolen },
    })
    expect((await dealerOf()).values.branches[0]?.name).toBe('Ana depo')
  })

  test('disabling a dealer ends the sessions of its users at once', async () => {
    const session = await shop.signedIn(dealer)
    const state = (isDisabled: boolean) =>
      staff.send('POST', `/yonetim/dealers/${dealer.dealer?.id}/state`, { body: { isDisabled } })
    expect((await state(true)).body).toMatchObject({ isDisabled: true })
    expect((await session.send('GET', '/api/catalog/cart')).status).toBe(401)
    await state(false)
    expect((await session.send('GET', '/api/catalog/cart')).status).toBe(401)
  })

  test('finds dealers by parts of code, name and city, filters by disabled and over limit, and sorts', async () => {
    const { pool } = shop.database
    await pool.execute(
      `INSERT INTO dealers (code, name, city, risk_limit, risk_mode, balance, overdue_balance, disabled_at) VALUES
         ('ARA-1', 'Çağlar Yapı', 'Iğdır', 100, 'order', 500, 99, NULL),
         ('ARA-2', 'Şahin Elektrik', 'İzmit', 100, 'order', 0, 101, NULL),
         ('ARA-3', 'Öz Boya', 'Muş', 100, 'balance', 101, 0, now())`,
    )
    const codes = async (query: string) =>
      ((await staff.send('GET', `/yonetim/dealers?${query}`)).body as { items: { code: string }[] }).items.map(
        ({ code }) => code,
      )
    expect(await codes(`q=${encodeURIComponent('CAGLAR ığd')}`)).toEqual(['ARA-1'])
    expect(await codes('q=ara-&sort=-name')).toEqual(['ARA-2', 'ARA-3', 'ARA-1'])
    expect(await codes('q=ara-&show=over&sort=code')).toEqual(['ARA-2', 'ARA-3'])
    expect(await codes('q=ara-&show=disabled')).toEqual(['ARA-3'])
    expect(await codes('q=ara-&limit=1&page=2&sort=code')).toEqual(['ARA-2'])
    expect(await codes('q=%25_')).toEqual([])
    expect(await codes('q=ara-&show=yok&sort=yok&page=x')).toHaveLength(3)
  })

  test('lists the debts of a dealer in every currency of its account', async () => {
    const { pool } = shop.database
    await pool.execute(
      `INSERT INTO dealer_balances (dealer_id, currency, balance, as_of)
       SELECT $1, currency, balance, now() FROM (VALUES ('TRY', 5), ('USD', 1840.6), ('EUR', 0), ('GBP', -20)) AS a (currency, balance)`,
      [dealer.dealer?.id],
    )
    const foreignBalances = [
      { value: -20, currency: 'GBP' },
      { value: 1840.6, currency: 'USD' },
    ]
    expect(await dealerOf()).toMatchObject({ foreignBalances })
    const list = await staff.send('GET', `/yonetim/dealers?q=${dealer.dealer?.code}`)
    expect(list.body).toMatchObject({ items: [{ foreignBalances }] })
    const { text } = await staff.send('GET', `/yonetim/bayiler.csv?q=${dealer.dealer?.code}`)
    expect(text).toContain('"GBP -20,00; USD 1.840,60"')
  })
})
