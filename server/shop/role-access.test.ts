import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  dealerRoles,
  isDealerPermission,
  type Permission,
  permissionsOf,
  staffRoles,
} from '#domain/people/permissions.ts'
import { maySeePrices, mayUseKeys } from '#server/account/account.ts'
import { checkAccess } from '#server/visitor/visitor.ts'
import { testActor, testContext } from '#server/visitor/test-context.ts'
import { callRights } from '#testing/call-rights.ts'
import { visitorEndpoints } from '#testing/endpoints.ts'
import { addPeople, type People } from '#testing/people.ts'
import { requests, withToken } from '#testing/requests.ts'
import { codeOf, type Method, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addColleague } from '#testing/store-rows.ts'

/** The roles that everybody has, and an own one of a dealer and of staff. */
const own: Record<string, { kind: 'dealer' | 'admin'; permissions: Permission[] }> = {
  'own: offers': { kind: 'dealer', permissions: ['prices', 'offers'] },
  'own: keys': { kind: 'dealer', permissions: ['stock', 'keys'] },
  'own: warehouse': { kind: 'admin', permissions: ['orders:read', 'orders:write', 'reports:read'] },
}
const roles = [
  ...Object.keys(dealerRoles).map((role) => ({ name: role, kind: 'dealer' as const })),
  ...Object.keys(staffRoles).map((role) => ({ name: role, kind: 'admin' as const })),
  ...Object.entries(own).map(([name, { kind }]) => ({ name, kind })),
]
const rightsOf = ({ name, kind }: (typeof roles)[number]): ReadonlySet<string> => {
  const ownRights = own[name]?.permissions ?? null
  return permissionsOf({ kind, role: ownRights === null ? name : null, own: ownRights, canOrder: true })
}

let shop: TestShop
let people: People
const visitors = new Map<string, TestVisitor>()
const userIds = new Map<string, number>()

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  const { pool } = shop.database
  const { dealer } = people.dealer
  if (dealer === null) throw new Error('The dealer’s user has no dealer.')
  for (const role of roles) {
    const actor = role.kind === 'dealer' ? await addColleague(pool, dealer) : await addAdmin(pool)
    const ownRole = own[role.name]
    if (ownRole === undefined) {
      await pool.execute('UPDATE users SET user_role = $2 WHERE id = $1', [actor.userId, role.name])
    } else {
      await pool.execute(
        `WITH made AS (INSERT INTO user_roles (dealer_id, name, permissions) VALUES ($2, $3, $4) RETURNING id)
         UPDATE users SET user_role = NULL, own_role_id = made.id FROM made WHERE users.id = $1`,
        [actor.userId, role.kind === 'dealer' ? dealer.id : null, role.name, ownRole.permissions],
      )
    }
    visitors.set(role.name, await shop.signedIn(actor))
    userIds.set(role.name, actor.userId)
  }
  await shop.settle()
})
afterAll(() => shop.close())

const named = Object.entries(callRights).flatMap(([rights, calls]) =>
  calls.map((name) => {
    const isForAll = rights.startsWith('any ')
    const needed = isForAll ? [] : rights.split(' ')
    const kind = rights === 'any staff' || (!isForAll && !needed.every(isDealerPermission)) ? 'admin' : 'dealer'
    return { name, kind, needed }
  }),
)

test('the table names every call of dealers’ users and of staff once', () => {
  const calls = [...visitorEndpoints].filter(([, { access }]) => ['dealer', 'buyer', 'admin'].includes(access))
  expect(named.map(({ name }) => name).toSorted()).toEqual(calls.map(([name]) => name).toSorted())
})

test.each(named)(
  '$name is refused to every role without its rights, and to no other',
  async ({ name, kind, needed }) => {
    const endpoint = visitorEndpoints.get(name)
    if (endpoint === undefined) throw new Error(`There is no call ${name}.`)
    const admitted: string[] = []
    for (const role of roles) {
      const rights = rightsOf(role)
      const actor = { ...testActor({ role: role.kind }), permissions: rights as ReadonlySet<Permission> }
      if (checkAccess(endpoint, testContext({ actor })) === null) admitted.push(role.name)
      const missing = needed.find((right) => !rights.has(right))
      if (role.kind !== kind || missing === undefined) continue
      const visitor = visitors.get(role.name)
      const { url, ...sent } = requests[name]?.(people) ?? { url: '' }
      if (visitor === undefined) throw new Error(`Nobody has the role ${role.name}.`)
      const answer = await visitor.send(name.split(' ')[0] as Method, url, withToken(name, visitor, sent))
      const code = missing === 'order' ? 'no_order_right' : 'no_right'
      expect({ role: role.name, status: answer.status, code: codeOf(answer) }).toEqual({
        role: role.name,
        status: 403,
        code,
      })
    }
    const expected = roles.filter((role) => role.kind === kind && needed.every((right) => rightsOf(role).has(right)))
    expect(admitted).toEqual(expected.map((role) => role.name))
  },
)

test('the conditions in SQL agree with the permissions of every role of dealers', async () => {
  const dealerRoleNames = roles.filter(({ kind }) => kind === 'dealer')
  for (const role of dealerRoleNames) {
    const found = await shop.database.pool.one<{ keys: boolean; prices: boolean }>(
      `SELECT ${mayUseKeys} AS keys, ${maySeePrices} AS prices FROM users u WHERE u.id = $1`,
      [userIds.get(role.name)],
    )
    const rights = rightsOf(role)
    expect({ role: role.name, ...found }).toEqual({
      role: role.name,
      keys: rights.has('keys'),
      prices: rights.has('prices'),
    })
  }
})

test.each([
  ['full', null],
  ['orders', 'Siparişler'],
  ['own: warehouse', 'own: warehouse'],
  ['buyer', null],
  ['own: offers', null],
])('the visitor with the role %s is called %s', async (role, roleName) => {
  const reply = await visitors.get(role)?.send('GET', '/api/visitor')
  expect(reply?.body).toMatchObject({ user: { roleName } })
})
