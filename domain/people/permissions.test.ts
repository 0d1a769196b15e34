import { describe, expect, test } from 'vitest'
import {
  cleanDealerPermissions,
  cleanStaffPermissions,
  dealerPermissions,
  mayGrant,
  permissionsOf,
  staffPermissions,
} from './permissions.ts'

const of = (kind: 'dealer' | 'admin', role: string | null, own: string[] | null = null, canOrder = true) => [
  ...permissionsOf({ kind, role, own, canOrder }),
]

describe('permissionsOf', () => {
  test('gives a role its rights, and none to a name of the other kind or to an unknown one', () => {
    expect(of('dealer', 'accountant')).toEqual(['prices', 'pay', 'statement'])
    expect(of('admin', 'full')).toEqual(staffPermissions)
    expect(of('dealer', 'full')).toEqual([])
    expect(of('admin', 'owner')).toEqual([])
    expect(of('dealer', 'toString')).toEqual([])
    expect(of('dealer', null)).toEqual([])
  })

  test('reads an own role, without rights of the other kind', () => {
    expect(of('dealer', null, ['statement', 'orders:write', 'everything'])).toEqual(['statement'])
    expect(of('admin', null, ['orders:read', 'order'])).toEqual(['orders:read'])
  })

  test('takes the right to order from every role of a user who may not order, and nothing else', () => {
    expect(of('dealer', 'owner', null, false)).toEqual(dealerPermissions.filter((each) => each !== 'order'))
    expect(of('dealer', null, ['order', 'stock'], false)).toEqual(['stock'])
    expect(of('admin', 'full', null, false)).toEqual(staffPermissions)
  })
})

test('a buyer has every right except managing users, like all users before there were roles', () => {
  expect(dealerPermissions.filter((each) => !of('dealer', 'buyer').includes(each))).toEqual(['approve', 'users'])
})

test('a role that changes an area also sees it; a mark-up needs offers; unknown rights are left out', () => {
  expect(cleanStaffPermissions(['prices:write', 'root'])).toEqual(['prices:read', 'prices:write'])
  expect(cleanDealerPermissions(['markup', 'root', 'prices'])).toEqual(['prices', 'offers', 'markup'])
})

test('rights are given only by those who have them', () => {
  expect(mayGrant(new Set(['prices', 'users']), ['prices'])).toBe(true)
  expect(mayGrant(new Set(['prices', 'users']), ['prices', 'pay'])).toBe(false)
  expect(mayGrant(new Set(), [])).toBe(true)
})
