import writeWorkbook from 'write-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AddressLine, AddressValues, StoredAddress } from '#contract/shop/addresses.ts'
import type { Colleague } from '#contract/shop/colleagues.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { addressForm } from '#testing/address-requests.ts'
import { type Answer, codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addColleague, addDealer } from '#testing/store-rows.ts'

let shop: TestShop
let owner: Actor
let boss: TestVisitor
let staff: TestVisitor
const db = () => shop.database.pool
const dealerOf = (actor: Actor) => actor.dealer ?? expect.fail('The user has no dealer.')

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(db()))
})
afterAll(() => shop.close())
beforeEach(async () => {
  owner = await addDealer(db())
  boss = await shop.signedIn(owner)
})

const url = '/api/account/addresses'
const add = (values: Partial<AddressValues> = {}, by = boss) =>
  by.send('POST', url, { body: { values: { ...addressForm, ...values } } })
const itemsOf = ({ body }: Answer) => (body as { items: StoredAddress[] }).items
const list = async () => itemsOf(await boss.send('GET', url))
const change = ({ id, values }: StoredAddress, part: Partial<AddressValues>, by = boss) =>
  by.send('PATCH', `${url}/${id}`, { body: { before: values, values: { ...values, ...part } } })
const fieldsOf = ({ body }: Answer) => Object.keys((body as { error: { fields: object } }).error.fields)
async function added(values: Partial<AddressValues> = {}): Promise<StoredAddress> {
  const before = new Set((await list()).map(({ id }) => id))
  return itemsOf(await add(values)).find(({ id }) => !before.has(id)) ?? expect.fail('No address was added.')
}

describe('delivery addresses of a dealer', () => {
  test('are stored as typed, with the name of the province, the default one first', async () => {
    await add({ name: 'Ankara', city: 'ANKARA' })
    const items = itemsOf(await add({ name: ' Şantiye ', isDefault: true, erpCode: 'S-1' }))
    expect(items.map(({ values }) => [values.name, values.city, values.isDefault, values.erpCode])).toEqual([
      ['Şantiye', 'Kocaeli', true, 'S-1'],
      ['Ankara', 'Ankara', false, ''],
    ])
  })

  test.each<[string, Partial<AddressValues>, string[]]>([
    [
      'empty',
      { name: ' ', recipient: '', address: '', district: '', city: '' },
      ['address', 'city', 'district', 'name', 'recipient'],
    ],
    [
      'too long',
      { name: 'x'.repeat(101), address: 'x'.repeat(501), district: 'x'.repeat(101) },
      ['address', 'district', 'name'],
    ],
    ['no phone number', { phone: 'yok' }, ['phone']],
    ['no province', { city: 'Gebze' }, ['city']],
    ['no postal code', { postalCode: '4140' }, ['postalCode']],
    ['a disabled default', { isDefault: true, isDisabled: true }, ['isDefault']],
  ])('are refused with fields that are %s', async (_name, values, fields) => {
    const answer = await add(values)
    expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
    expect(fieldsOf(answer).toSorted()).toEqual(fields)
    expect(await list()).toEqual([])
  })

  test('lose NUL, which the database does not accept', async () => {
    expect((await added({ name: 'De\0po' })).values.name).toBe('Depo')
  })

  test('share no ERP code, but a removed one is free again', async () => {
    const first = await added({ erpCode: 'S-1' })
    const answer = await add({ erpCode: 'S-1' })
    expect([answer.status, fieldsOf(answer)]).toEqual([422, ['erpCode']])
    const other = await shop.signedIn(await addDealer(db()))
    expect((await add({ erpCode: 'S-1' }, other)).status).toBe(200)
    await boss.send('DELETE', `${url}/${first.id}`)
    expect((await add({ erpCode: 'S-1' })).status).toBe(200)
  })

  test('made the default in two tabs at once leave one default', async () => {
    const [a, b] = [await added({ name: 'A' }), await added({ name: 'B' })]
    const answers = await Promise.all([change(a, { isDefault: true }), change(b, { isDefault: true })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await list()).filter(({ values }) => values.isDefault)).toHaveLength(1)
    await expect(
      db().execute('UPDATE dealer_addresses SET is_default = true WHERE dealer_id = $1', [dealerOf(owner).id]),
    ).rejects.toThrow('dealer_addresses_default')
  })

  test('that another user changed since are refused with the values of now', async () => {
    const address = await added()
    await change(address, { phone: '0212 555 00 00' })
    const late = await change(address, { phone: '0216 555 00 00' })
    expect([late.status, codeOf(late), fieldsOf(late)]).toEqual([409, 'address_changed', ['phone']])
    expect((await list())[0]?.values).toMatchObject({ phone: '0212 555 00 00' })
  })

  test('lose the default mark to another one, and do not take it back by a form that is older', async () => {
    const [a, b] = [await added({ name: 'A', isDefault: true }), await added({ name: 'B' })]
    await change(b, { isDefault: true })
    expect(codeOf(await change(a, { phone: '0212 555 00 01' }))).toBe('address_changed')
    expect((await list()).map(({ values }) => [values.name, values.isDefault])).toEqual([
      ['B', true],
      ['A', false],
    ])
  })

  test('of another dealer do not exist', async () => {
    const address = await added()
    const stranger = await shop.signedIn(await addDealer(db()))
    const remove = await stranger.send('DELETE', `${url}/${address.id}`)
    expect([codeOf(await change(address, { name: 'Benim' }, stranger)), codeOf(remove)]).toEqual([
      'address_not_found',
      'address_not_found',
    ])
    expect(itemsOf(await stranger.send('GET', url))).toEqual([])
    expect((await list())[0]?.values).toEqual(address.values)
  })

  test('are kept by staff too, with an entry in the audit log for each change', async () => {
    const { id } = dealerOf(owner)
    const path = `/yonetim/dealers/${id}/addresses`
    const [made] = itemsOf(await staff.send('POST', path, { body: { values: addressForm } }))
    const values = { ...addressForm, name: 'Depo' }
    await staff.send('PATCH', `${path}/${made?.id}`, { body: { before: addressForm, values } })
    expect((await list()).map((each) => each.values.name)).toEqual(['Depo'])
    expect(itemsOf(await staff.send('DELETE', `${path}/${made?.id}`))).toEqual([])
    const entries = await db().query<{ action: string }>(
      "SELECT action FROM audit_log WHERE noun = 'address' ORDER BY id DESC LIMIT 3",
    )
    expect(entries.map(({ action }) => action)).toEqual(['remove', 'change', 'create'])
    const unknown = await staff.send('GET', '/yonetim/dealers/999999999/addresses')
    expect(codeOf(unknown)).toBe('dealer_not_found')
  })
})

describe('binding users', () => {
  const colleagues = async () => ((await boss.send('GET', '/api/account/users')).body as { items: Colleague[] }).items
  const bind = ({ userId, name }: Actor, addresses: number[], part: object = {}) =>
    boss.send('PATCH', `/api/account/users/${userId}`, {
      body: { name, userRole: 'buyer', before: 'buyer', addresses, ...part },
    })
  const boundTo = async ({ userId }: Actor) => (await colleagues()).find(({ id }) => id === userId)?.addresses

  test('binds a colleague to addresses, names it at the address, and releases it', async () => {
    const [user, address] = [await addColleague(db(), dealerOf(owner)), await added()]
    expect((await bind(user, [address.id, address.id])).status).toBe(200)
    expect(await boundTo(user)).toEqual([address.id])
    expect((await list())[0]?.users).toEqual([user.name])
    // A form that does not know addresses leaves them.
    await boss.send('PATCH', `/api/account/users/${user.userId}`, {
      body: { name: 'Yeni ad', userRole: 'buyer', before: 'buyer' },
    })
    expect(await boundTo(user)).toEqual([address.id])
    await bind(user, [])
    expect(await boundTo(user)).toEqual([])
  })

  test('refuses addresses of another dealer, and owners', async () => {
    const [user, address] = [await addColleague(db(), dealerOf(owner)), await added()]
    const stranger = await shop.signedIn(await addDealer(db()))
    const [foreign] = itemsOf(await add({}, stranger))
    expect(codeOf(await bind(user, [foreign?.id ?? 0]))).toBe('address_not_found')
    const asOwner = await bind(user, [address.id], { userRole: 'owner' })
    expect([asOwner.status, fieldsOf(asOwner)]).toEqual([422, ['addresses']])
    expect(await boundTo(user)).toEqual([])
  })

  test('releases who becomes an owner, or moves to another dealer', async () => {
    const [user, address] = [await addColleague(db(), dealerOf(owner)), await added()]
    await bind(user, [address.id])
    await bind(user, [], { userRole: 'owner' })
    expect(await boundTo(user)).toEqual([])
    const mover = await addColleague(db(), dealerOf(owner))
    await bind(mover, [address.id])
    const other = await addDealer(db())
    const values = { email: mover.email, name: mover.name, role: 'dealer', canOrder: true, userRole: 'buyer' }
    const moved = await staff.send('PATCH', `/yonetim/users/${mover.userId}`, {
      body: {
        before: { ...values, dealer: dealerOf(owner).code },
        values: { ...values, dealer: dealerOf(other).code },
      },
    })
    expect(moved.status).toBe(200)
    expect(await db().query('SELECT FROM user_addresses WHERE user_id = $1', [mover.userId])).toEqual([])
  })

  test('keeps an address that users are bound to: without it they would see everything', async () => {
    const [user, address] = [await addColleague(db(), dealerOf(owner)), await added()]
    await bind(user, [address.id])
    const answer = await boss.send('DELETE', `${url}/${address.id}`)
    expect([answer.status, codeOf(answer)]).toEqual([409, 'address_has_users'])
    expect(await list()).toHaveLength(1)
    await bind(user, [])
    expect((await boss.send('DELETE', `${url}/${address.id}`)).status).toBe(200)
  })

  test('takes away what reaches the whole dealer: users and keys', async () => {
    const [user, address] = [await addColleague(db(), dealerOf(owner)), await added()]
    await db().execute("UPDATE users SET user_role = 'buyer' WHERE id = $1", [user.userId])
    const visitor = await shop.signedIn(user)
    expect((await visitor.send('GET', '/api/account/keys')).status).toBe(200)
    await bind(user, [address.id])
    expect(codeOf(await visitor.send('GET', '/api/account/keys'))).toBe('no_right')
    expect(codeOf(await visitor.send('GET', '/api/account/webhooks'))).toBe('no_right')
    expect(codeOf(await visitor.send('GET', url))).toBe('no_right')
  })
})

describe('a file of delivery addresses', () => {
  const csv = (...rows: string[]) => Buffer.from(rows.join('\n'))
  const preview = async (file: Buffer, by = boss, at = `${url}/file`) => by.send('POST', at, { body: file })
  const linesOf = ({ body }: Answer) => (body as { lines: AddressLine[] }).lines
  const save = (lines: AddressLine[], by = boss, at = `${url}/batch`) =>
    by.send('POST', at, { body: { addresses: lines.flatMap(({ values }) => (values === null ? [] : [values])) } })
  const header = 'Sevk adresi kodu;Şube adı;Alıcı;Tel;Açık adres;İlçe;Şehir;Posta kodu'

  test('adds new addresses and updates those with the same ERP code, or with the same name where a row has no code', async () => {
    await added({ name: 'Depo', erpCode: 'D-1', isDefault: true, postalCode: '41400' })
    await added({ name: 'Şantiye Kartal', erpCode: '' })
    const file = csv(
      header,
      'D-1;Merkez depo;Mehmet Demir;0532 555 00 00;Sanayi Caddesi 14;Gebze;KOCAELİ;41400',
      ';ŞANTİYE KARTAL;Mehmet Demir;0532 555 00 00;Sanayi Caddesi 12;Gebze;Kocaeli;41400',
      'D-2;Şube Bursa;Ayşe Kaya;0224 555 00 00;Ankara Yolu 3;Nilüfer;bursa;16000',
    )
    const lines = linesOf(await preview(file))
    expect(lines.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'changed'],
      [3, 'changed'],
      [4, 'new'],
    ])
    expect((await list()).map(({ values }) => values.name)).toEqual(['Depo', 'Şantiye Kartal'])
    expect((await save(lines)).body).toMatchObject({ added: 1, changed: 2 })
    expect((await list()).map(({ values }) => [values.name, values.erpCode, values.city, values.isDefault])).toEqual([
      ['Merkez depo', 'D-1', 'Kocaeli', true],
      ['ŞANTİYE KARTAL', '', 'Kocaeli', false],
      ['Şube Bursa', 'D-2', 'Bursa', false],
    ])
    expect(linesOf(await preview(file)).map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same'])
  })

  test('names the problems of each row, in the language of the user, and repeated addresses', async () => {
    const rows = [
      'D-1;Depo;;yok;Cadde 1;Gebze;Atlantis;4',
      'D-2;A;B;0532 555 00 00;C;D;Bursa;',
      'D-2;E;B;0532 555 00 00;C;D;Bursa;',
    ]
    const [first, second, third] = linesOf(await preview(csv(header, ...rows)))
    expect(first).toMatchObject({ outcome: 'problem', values: null })
    expect(first?.problems).toEqual([
      'Teslim alacak kişi ya da firma: Bu alan boş bırakılamaz.',
      'Telefon: Geçerli bir telefon numarası yazın.',
      'Posta kodu: Posta kodu 5 rakamdır.',
      'İl: Türkiye’nin 81 ilinden birini seçin.',
    ])
    expect(second?.outcome).toBe('new')
    expect(third).toMatchObject({ outcome: 'problem', problems: ['3. satırdaki adres bir daha yazılmış.'] })
  })

  test('is a workbook with English titles as well; columns that it lacks stay as they are', async () => {
    await added({ name: 'Depo', erpCode: 'D-1', phone: '0532 555 00 00' })
    const rows = [
      ['Street address', 'Address code'],
      ['Liman Caddesi 5', 'D-1'],
    ].map((cells) => cells.map((value) => ({ value })))
    const [line] = linesOf(await preview(await writeWorkbook(rows).toBuffer()))
    expect(line).toMatchObject({ outcome: 'changed', values: { name: 'Depo', address: 'Liman Caddesi 5' } })
  })

  test.each<[string, () => Buffer, number, string]>([
    ['without the columns', () => csv('Ürün;Fiyat', 'A;1'), 422, 'address_file'],
    [
      'with more rows than a dealer has addresses',
      () => csv('Kod;Adres', ...Array(201).fill('A;B')),
      422,
      'address_file',
    ],
    ['that is too large', () => Buffer.alloc(1_000_001, 'a'), 413, 'too_large'],
  ])('%s is refused', async (_, file, status, code) => {
    const answer = await preview(file())
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
  })

  test('is saved wholly or not at all, and never beyond the limit', async () => {
    const values = { ...addressForm, erpCode: 'D-1' }
    const save = (addresses: AddressValues[]) => boss.send('POST', `${url}/batch`, { body: { addresses } })
    expect(fieldsOf(await save([values, { ...values, erpCode: 'D-2', city: 'Atlantis' }]))).toEqual(['city'])
    expect(await list()).toEqual([])
    const many = Array.from({ length: 200 }, (_, i) => ({ ...values, erpCode: `D-${i}`, name: `Depo ${i}` }))
    expect((await save(many)).body).toMatchObject({ added: 200 })
    expect(codeOf(await save([{ ...values, erpCode: 'D-200' }]))).toBe('addresses_full')
  })

  test('of staff changes the addresses of the dealer that it is for', async () => {
    const other = await addDealer(db())
    const at = `/yonetim/dealers/${dealerOf(other).id}/addresses`
    const file = csv(header, 'D-9;Depo;Ayşe Kaya;0224 555 00 00;Ankara Yolu 3;Nilüfer;Bursa;')
    const lines = linesOf(await preview(file, staff, `${at}/file`))
    expect((await save(lines, staff, `${at}/batch`)).body).toMatchObject({ added: 1, changed: 0 })
    expect(await list()).toEqual([])
    const unknown = await preview(file, staff, '/yonetim/dealers/999999999/addresses/file')
    expect(codeOf(unknown)).toBe('dealer_not_found')
  })
})
