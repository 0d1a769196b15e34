import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reply } from '#contract/core/endpoint.ts'
import type { listColleagues } from '#contract/shop/colleagues.ts'
import { hashPassword } from '#server/account/account.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addColleague, addDealer, addProduct } from '#testing/store-rows.ts'

let shop: TestShop
let owner: Actor
let boss: TestVisitor
let foreigner: TestVisitor
let serial = 0
const dealerOf = (actor: Actor) => actor.dealer ?? expect.fail('The user has no dealer.')
const setRole = (user: Actor, role: string) =>
  shop.database.pool.execute('UPDATE users SET user_role = $2, own_role_id = NULL WHERE id = $1', [user.userId, role])

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  const { pool } = shop.database
  owner = await addDealer(pool)
  const other = await addDealer(pool)
  boss = await shop.signedIn(owner)
  foreigner = await shop.signedIn(other)
})

async function withRole(role: string): Promise<[Actor, TestVisitor]> {
  const user = await addColleague(shop.database.pool, dealerOf(owner))
  await setRole(user, role)
  return [user, await shop.signedIn(user)]
}

const invite = (by: TestVisitor, parts: object = {}) => {
  serial += 1
  const body = { name: 'Ayşe Kaya', email: `davetli${serial}@example.com`, userRole: 'buyer', ...parts }
  return by.send('POST', '/api/account/users', { body })
}
const change = (by: TestVisitor, { userId, name }: Actor, parts: object) =>
  by.send('PATCH', `/api/account/users/${userId}`, { body: { name, userRole: 'buyer', before: 'buyer', ...parts } })
const setState = (by: TestVisitor, { userId }: Actor, isDisabled: boolean) =>
  by.send('POST', `/api/account/users/${userId}/state`, { body: { isDisabled } })
const remove = (by: TestVisitor, { userId }: Actor) => by.send('DELETE', `/api/account/users/${userId}`)
const listOf = async (by: TestVisitor) =>
  (await by.send('GET', '/api/account/users')).body as Reply<typeof listColleagues>
const addRole = async (by: TestVisitor, name: string, permissions: string[]) =>
  by.send('POST', '/api/account/roles', { body: { name, permissions } })
const roleId = async (name: string) => (await listOf(boss)).roles.find((role) => role.name === name)?.id ?? 0

describe('inviting', () => {
  test('adds a user of the own dealer, who is told by email and appears in the list', async () => {
    const before = await shop.database.pool.query('SELECT FROM outbox')
    const reply = await invite(boss, { email: ' Yeni.Kisi@Example.com ', userRole: 'accountant' })
    expect(reply.body).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ isSelf: true })]) })
    const added = (await listOf(boss)).items.find(({ email }) => email === 'yeni.kisi@example.com')
    expect(added).toMatchObject({ name: 'Ayşe Kaya', userRole: 'accountant', access: 'invited', isDisabled: false })
    expect((await shop.database.pool.query('SELECT FROM outbox')).length).toBe(before.length + 1)
    expect((await listOf(foreigner)).items).toHaveLength(1)
  })

  test('is refused for a colleague, somebody else’s user, oneself and a malformed address', async () => {
    const [colleague] = await withRole('buyer')
    const problems = async (email: string) => {
      const { status, body } = await invite(boss, { email })
      return [status, (body as { error: { fields: Record<string, string> } }).error.fields['email']]
    }
    const own = [422, 'Bu kişi zaten şirketinizin kullanıcısı.']
    expect(await problems(colleague.email)).toEqual(own)
    expect(await problems(owner.email)).toEqual(own)
    const [stranger] = (await listOf(foreigner)).items
    expect(await problems(stranger?.email ?? '')).toEqual([422, 'Bu e-posta adresi başka bir kullanıcının.'])
    expect((await problems('ayse'))[0]).toBe(422)
    expect((await listOf(boss)).items).toHaveLength(2)
  })

  test('of the same address twice at once adds one user', async () => {
    const email = 'ikiz@example.com'
    const answers = await Promise.all([invite(boss, { email }), invite(boss, { email })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('is limited in an hour', async () => {
    const { pool } = shop.database
    await pool.execute(
      `INSERT INTO users (email, name, role, dealer_id)
       SELECT 'kalabalik' || n || '-' || $1::text || '@example.com', 'K', 'dealer', $1::integer FROM generate_series(1, 29) n`,
      [dealerOf(owner).id],
    )
    expect((await invite(boss)).status).toBe(429)
  })

  test('is sent again only to users without a password, and not at once', async () => {
    const { body } = await invite(boss, { email: 'bekleyen@example.com' })
    const id = (body as Reply<typeof listColleagues>).items.find(({ email }) => email === 'bekleyen@example.com')?.id
    const again = () => boss.send('POST', `/api/account/users/${id}/invitation`)
    expect((await again()).status).toBe(429)
    await shop.database.pool.execute(
      "UPDATE one_time_links SET created_at = now() - interval '2 minutes' WHERE user_id = $1",
      [id],
    )
    expect((await again()).status).toBe(200)
    await shop.database.pool.execute('UPDATE users SET password_hash = $2 WHERE id = $1', [id, await hashPassword('x')])
    expect(codeOf(await again())).toBe('user_has_password')
  })
})

describe('roles', () => {
  test('of a colleague apply from its next call', async () => {
    const [user, visitor] = await withRole('buyer')
    expect((await visitor.send('GET', '/api/account/statement')).status).toBe(200)
    await change(boss, user, { userRole: 'viewer' })
    expect(codeOf(await visitor.send('GET', '/api/account/statement'))).toBe('no_right')
    await change(boss, user, { userRole: 'accountant', before: 'viewer' })
    expect((await visitor.send('GET', '/api/account/statement')).status).toBe(200)
    expect(codeOf(await visitor.send('POST', '/api/catalog/cart', { body: {} }))).toBe('no_order_right')
  })

  test('without the right to see prices or stock find neither anywhere', async () => {
    await addRole(boss, 'Depo', ['stock'])
    await addRole(boss, 'Tezgâh', ['prices'])
    await addProduct(shop.database.pool, { code: 'GIZLI-1', price: 4321, stock: 17 })
    await shop.settle()
    const [user, visitor] = await withRole('buyer')
    const product = async () => {
      const { body } = await visitor.send('GET', '/api/catalog/products/search?q=GIZLI-1')
      return (body as { items: object[] }).items[0] ?? {}
    }
    expect(JSON.stringify(await product())).toContain('4321')
    await change(boss, user, { userRole: `own-${await roleId('Depo')}` })
    expect(JSON.stringify(await product())).not.toContain('4321')
    expect(await product()).toMatchObject({ quantity: 17 })
    await change(boss, user, {
      userRole: `own-${await roleId('Tezgâh')}`,
      before: `own-${await roleId('Depo')}`,
    })
    expect(JSON.stringify(await product())).toContain('4321')
    expect(await product()).not.toMatchObject({ quantity: 17 })
  })

  test('cannot be raised: neither one’s own nor beyond what one has', async () => {
    expect(codeOf(await change(boss, owner, { userRole: 'viewer', before: 'owner' }))).toBe('own_account')
    await addRole(boss, 'Şube sorumlusu', ['prices', 'stock', 'users'])
    const [user, visitor] = await withRole('buyer')
    const managing = `own-${await roleId('Şube sorumlusu')}`
    await change(boss, user, { userRole: managing })
    const [viewer] = await withRole('viewer')
    expect(codeOf(await change(visitor, user, { userRole: 'owner', before: managing }))).toBe('own_account')
    expect(codeOf(await change(visitor, viewer, { userRole: 'owner', before: 'viewer' }))).toBe('no_right_to_grant')
    expect(codeOf(await invite(visitor, { userRole: 'owner' }))).toBe('no_right_to_grant')
    expect(codeOf(await setState(visitor, owner, true))).toBe('no_right_to_grant')
    expect(codeOf(await remove(visitor, owner))).toBe('no_right_to_grant')
    expect(codeOf(await addRole(visitor, 'Gizli sahip', ['prices', 'statement']))).toBe('validation_failed')
    const path = `/api/account/roles/${await roleId('Şube sorumlusu')}`
    const raised = { body: { name: 'Şube sorumlusu', permissions: ['prices', 'stock', 'users'] } }
    expect(codeOf(await visitor.send('PATCH', path, raised))).toBe('own_account')
    expect((await invite(visitor, { userRole: 'viewer' })).status).toBe(200)
  })

  test('belong to one dealer, and staff have others', async () => {
    await addRole(boss, 'Bizim rol', ['prices'])
    const id = await roleId('Bizim rol')
    expect((await invite(foreigner, { userRole: `own-${id}` })).status).toBe(422)
    expect((await invite(boss, { userRole: 'full' })).status).toBe(422)
    expect((await invite(boss, { userRole: 'readOnly' })).status).toBe(422)
    const body = { name: 'Çalındı', permissions: ['prices'] }
    expect(codeOf(await foreigner.send('PATCH', `/api/account/roles/${id}`, { body }))).toBe('role_not_found')
    expect(codeOf(await foreigner.send('DELETE', `/api/account/roles/${id}`))).toBe('role_not_found')
    const staff = await shop.signedIn(await addAdmin(shop.database.pool))
    expect(codeOf(await staff.send('DELETE', `/yonetim/roles/${id}`))).toBe('role_not_found')
  })

  test('with users are not deleted; names are taken once, also in other letters', async () => {
    await addRole(boss, 'Ikinci', ['prices'])
    expect(codeOf(await addRole(boss, 'ıkıncı', ['prices']))).toBe(undefined)
    expect(codeOf(await addRole(boss, 'IKINCI', ['prices']))).toBe('validation_failed')
    expect(codeOf(await addRole(boss, 'sahip', ['prices']))).toBe('validation_failed')
    expect(codeOf(await addRole(boss, 'Boş', []))).toBe('validation_failed')
    expect(codeOf(await addRole(boss, 'Bilinmeyen', ['everything', 'orders:write']))).toBe('validation_failed')
    const [user] = await withRole('buyer')
    const id = await roleId('Ikinci')
    await change(boss, user, { userRole: `own-${id}` })
    expect(codeOf(await boss.send('DELETE', `/api/account/roles/${id}`))).toBe('role_in_use')
    await change(boss, user, { userRole: 'viewer', before: `own-${id}` })
    expect((await boss.send('DELETE', `/api/account/roles/${id}`)).status).toBe(200)
  })

  test('that somebody else has changed meanwhile are not overwritten', async () => {
    const [user] = await withRole('accountant')
    expect(codeOf(await change(boss, user, { userRole: 'viewer', before: 'buyer' }))).toBe('user_changed')
    expect((await change(boss, user, { userRole: 'accountant', before: 'buyer' })).status).toBe(200)
  })
})

describe('leaving', () => {
  test('ends the sessions at once; a removed user leaves the list, and its address is free again', async () => {
    const [user, visitor] = await withRole('buyer')
    await setState(boss, user, true)
    expect((await visitor.send('GET', '/api/catalog/cart')).status).toBe(401)
    await setState(boss, user, false)
    await remove(boss, user)
    expect((await listOf(boss)).items.map(({ id }) => id)).toEqual([owner.userId])
    const staff = await shop.signedIn(await addAdmin(shop.database.pool))
    expect(JSON.stringify((await staff.send('GET', `/yonetim/users?q=${user.email}`)).body)).toContain('"total":0')
    expect(codeOf(await setState(boss, user, false))).toBe('user_not_found')
    expect((await invite(boss, { email: user.email })).status).toBe(200)
  })

  test('is refused to the last owner and of oneself; two owners cannot end each other', async () => {
    expect(codeOf(await setState(boss, owner, true))).toBe('own_account')
    expect(codeOf(await remove(boss, owner))).toBe('own_account')
    const [second, visitor] = await withRole('owner')
    const answers = await Promise.all([setState(boss, second, true), remove(visitor, owner)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = await shop.database.pool.query(
      "SELECT FROM users WHERE dealer_id = $1 AND user_role = 'owner' AND disabled_at IS NULL",
      [dealerOf(owner).id],
    )
    expect(left).toHaveLength(1)
  })

  test('of a user of another dealer is answered like one that does not exist', async () => {
    const foreign = await setState(foreigner, owner, true)
    const unknown = await foreigner.send('POST', '/api/account/users/999999999/state', { body: { isDisabled: true } })
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
    expect(codeOf(await change(foreigner, owner, { before: 'owner' }))).toBe('user_not_found')
    expect(codeOf(await remove(foreigner, owner))).toBe('user_not_found')
  })
})

describe('staff', () => {
  test('make nobody who may do more than they do, and change nobody who may', async () => {
    const { pool } = shop.database
    const full = await addAdmin(pool)
    const manager = await addAdmin(pool)
    await setRole(manager, 'people')
    const visitor = await shop.signedIn(manager)
    const values = { email: 'ustun@example.com', name: 'Üstün', role: 'admin', dealer: '', canOrder: true }
    const create = (userRole: string) =>
      visitor.send('POST', '/yonetim/users', { body: { values: { ...values, userRole }, invite: false } })
    expect(codeOf(await create('full'))).toBe('no_right_to_grant')
    expect(codeOf(await create('readOnly'))).toBe('no_right_to_grant')
    expect((await create('people')).status).toBe(200)
    const before = { email: full.email, name: full.name, role: 'admin', dealer: '', canOrder: true, userRole: 'full' }
    const stolen = { ...before, email: 'calan@example.com' }
    const path = `/yonetim/users/${full.userId}`
    expect(codeOf(await visitor.send('PATCH', path, { body: { before, values: stolen } }))).toBe('no_right_to_grant')
    expect(codeOf(await visitor.send('POST', `${path}/state`, { body: { isDisabled: true } }))).toBe(
      'no_right_to_grant',
    )
    expect(codeOf(await visitor.send('POST', `${path}/invitation`))).toBe('no_right_to_grant')
    const body = { name: 'Her şey', permissions: ['settings:write'] }
    expect(codeOf(await visitor.send('POST', '/yonetim/roles', { body }))).toBe('validation_failed')
  })

  test('keep a full administrator: the last one is neither disabled nor given another role', async () => {
    const { pool } = shop.database
    const last = await addAdmin(pool)
    await pool.execute("UPDATE users SET user_role = 'readOnly' WHERE user_role = 'full' AND id <> $1", [last.userId])
    const visitor = await shop.signedIn(last)
    const values = { email: last.email, name: last.name, role: 'admin', dealer: '', canOrder: true, userRole: 'full' }
    const demoted = { before: values, values: { ...values, userRole: 'readOnly' } }
    const path = `/yonetim/users/${last.userId}`
    expect(codeOf(await visitor.send('PATCH', path, { body: demoted }))).toBe('own_account')
    const second = await addAdmin(pool)
    const other = await shop.signedIn(second)
    const answers = await Promise.all([
      other.send('PATCH', path, { body: demoted }),
      visitor.send('POST', `/yonetim/users/${second.userId}/state`, { body: { isDisabled: true } }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = await pool.query("SELECT FROM users WHERE user_role = 'full' AND disabled_at IS NULL")
    expect(left).toHaveLength(1)
  })

  test('see on the board and download only what belongs to their role', async () => {
    const { pool } = shop.database
    const user = await addAdmin(pool)
    await setRole(user, 'catalog')
    const visitor = await shop.signedIn(user)
    const { body } = await visitor.send('GET', '/yonetim/board')
    expect(body).toMatchObject({ tasks: { ranOut: expect.any(Number) }, sales: null, days: [], bestDealers: [] })
    expect(Object.keys((body as { tasks: object }).tasks)).toEqual([
      'priceProposals',
      'priceChanges',
      'ruleProposals',
      'ranOut',
    ])
    const exported = (list: string) => visitor.send('POST', '/yonetim/exports', { body: { list, query: {} } })
    expect(codeOf(await exported('orders'))).toBe('no_right')
    expect((await exported('brands')).status).toBe(200)
    expect((await visitor.send('GET', '/yonetim/siparisler.csv')).status).toBe(403)
    expect((await visitor.send('GET', '/yonetim/markalar.csv')).status).toBe(200)
  })

  test('import only files of their areas', async () => {
    const { pool } = shop.database
    const user = await addAdmin(pool)
    await setRole(user, 'orders')
    const visitor = await shop.signedIn(user)
    const start = (by: TestVisitor, kind: string) =>
      by.send('POST', '/yonetim/file-imports', { body: { kind, name: 'a.csv', bytes: 3 } })
    expect((await start(visitor, 'shipments')).status).toBe(200)
    expect(codeOf(await start(visitor, 'movements'))).toBe('no_right')
    expect(codeOf(await visitor.send('GET', '/yonetim/file-imports?kind=costs'))).toBe('no_right')
    const full = await shop.signedIn(await addAdmin(pool))
    const { id } = (await start(full, 'balances')).body as { id: number }
    expect(codeOf(await visitor.send('GET', `/yonetim/file-imports/${id}`))).toBe('no_right')
    expect(codeOf(await visitor.send('POST', `/yonetim/file-imports/${id}/cancel`))).toBe('no_right')
    expect((await visitor.send('GET', `/yonetim/file-imports/${id}/warnings.csv`)).status).toBe(403)
  })
})
