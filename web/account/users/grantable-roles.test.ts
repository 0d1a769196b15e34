import { describe, expect, test } from 'vitest'
import { dealerRoles, staffPermissions, staffRoles } from '#domain/people/permissions.ts'
import { grantableRoles, proposedRole } from './grantable-roles.ts'

const full = { role: 'admin' as const, permissions: staffPermissions }
const people = { role: 'admin' as const, permissions: staffRoles.people }
const owner = { role: 'dealer' as const, permissions: dealerRoles.owner }

describe('the roles that may be given', () => {
  test('are those of which the giver has all rights', () => {
    expect(grantableRoles(full, 'admin', [])).toEqual(Object.keys(staffRoles))
    expect(grantableRoles(people, 'admin', [])).toEqual(['people'])
    expect(grantableRoles({ role: 'dealer', permissions: ['users', 'prices', 'stock'] }, 'dealer', [])).toEqual([
      'viewer',
    ])
  })

  test('include own roles that add no rights, but none whose rights are unknown', () => {
    const own = [
      { id: 4, name: 'Danışma', permissions: ['people:read' as const] },
      { id: 5, name: 'Depo', permissions: ['orders:read' as const] },
      { id: 6, name: 'Bilinmeyen' },
    ]
    expect(grantableRoles(people, 'admin', own)).toEqual(['people', 'own-4'])
  })

  test('are all roles of dealers’ users for staff', () => {
    expect(grantableRoles(people, 'dealer', [])).toEqual(Object.keys(dealerRoles))
  })

  test('do not depend on the right to order, which the store decides', () => {
    const permissions = dealerRoles.owner.filter((permission) => permission !== 'order')
    expect(grantableRoles({ ...owner, permissions }, 'dealer', [])).toEqual(Object.keys(dealerRoles))
  })
})

test('the preferred role is proposed if it may be given, otherwise the first, otherwise none', () => {
  expect(proposedRole(['owner', 'buyer'], 'buyer')).toBe('buyer')
  expect(proposedRole(['viewer'], 'buyer')).toBe('viewer')
  expect(proposedRole([], 'buyer')).toBe('')
})
