import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/admin/audit.ts'
import { addAdmin } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { commandLine, differenceOf, writeAudit } from './audit.ts'

let shop: TestShop
let admin: Actor
let staff: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  admin = await addAdmin(pool)
  staff = await shop.signedIn(admin)
  const author = { actor: admin, address: '192.0.2.7' }
  await writeAudit(pool, author, {
    action: 'refund',
    noun: 'payment',
    id: 'TP1',
    after: { amount: '10.00', cause: 'Kırık ürün' },
  })
  await writeAudit(pool, commandLine, {
    action: 'change',
    noun: 'pos_account',
    id: 'akbank',
    before: { name: 'A' },
    after: { name: 'B' },
  })
  await writeAudit(pool, author, { action: 'void', noun: 'payment', id: 'TP2' })
})
afterAll(() => shop.close())

type List = { items: AuditEntry[]; total: number; isTotalLeast: boolean; pages: number; users: { name: string }[] }
const list = async (query = '') => (await staff.send('GET', `/yonetim/audit?${query}`)).body as List
const idsOf = async (query: string) => (await list(query)).items.map(({ nounId }) => nounId)

test('lists the newest entry first, with user, address and change', async () => {
  const { items, total, isTotalLeast, users } = await list()
  expect({ total, isTotalLeast }).toEqual({ total: 3, isTotalLeast: false })
  expect(items.map(({ nounId }) => nounId)).toEqual(['TP2', 'akbank', 'TP1'])
  expect(items[2]).toMatchObject({ user: admin.name, address: '192.0.2.7', before: null })
  expect(items[1]).toMatchObject({ user: null, address: null, before: { name: 'A' }, after: { name: 'B' } })
  expect(users.map(({ name }) => name)).toEqual([admin.name])
})

test.each([
  ['user=system', ['akbank']],
  ['noun=payment', ['TP2', 'TP1']],
  ['noun=payment&id=TP1', ['TP1']],
  ['action=void', ['TP2']],
  ['q=kirik', ['TP1']],
  ['q=K%C4%B1r%C4%B1k+%C3%9CR', ['TP1']],
  ['q=kirik+akbank', []],
  ["q=')%20%26%20!%00(", ['TP2', 'akbank', 'TP1']],
  ['from=2020-01-01&to=2020-12-31', []],
  ['to=2020-02-31', ['TP2', 'akbank', 'TP1']],
  ['limit=1&page=2', ['akbank']],
  ['page=0', ['TP2', 'akbank', 'TP1']],
  ['noun=%00payment', ['TP2', 'TP1']],
])('?%s returns %j', async (query, ids) => {
  expect(await idsOf(query)).toEqual(ids)
})

test('finds a user by id', async () => {
  expect(await idsOf(`user=${admin.userId}`)).toEqual(['TP2', 'TP1'])
})

describe('entries can only be added', () => {
  test.each(["UPDATE audit_log SET action = 'x'", 'DELETE FROM audit_log', 'TRUNCATE audit_log'])('%s', async (sql) => {
    await expect(shop.database.pool.execute(sql)).rejects.toThrow('The audit log is only ever added to.')
  })
})

test('a rolled-back change leaves no entry', async () => {
  const failing = transaction(shop.database.pool, async (db) => {
    await writeAudit(db, commandLine, { action: 'remove', noun: 'branch', id: 'lost' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await idsOf('noun=branch')).toEqual([])
})

test('stores only the values that differ', () => {
  expect(differenceOf({ days: 1, rows: [1], note: 'x' }, { days: 1, rows: [2] })).toEqual({
    before: { rows: [1], note: 'x' },
    after: { rows: [2], note: null },
  })
  expect(differenceOf({ days: 1 }, { days: 1 })).toBeNull()
})
