import { describe, expect, it } from 'vitest'
import { posAdapters } from '#domain/payments/pos-adapters.ts'
import { adapters, missingOf, openGateway } from './gateways.ts'
import { card, charge } from './test-bank.ts'
import { testGarantiBank } from '#server/payments/gateways/garanti/test-garanti-bank.ts'
import { testNestpayBank } from '#server/payments/gateways/nestpay/test-nestpay-bank.ts'

describe('opening an account’s gateway', () => {
  it('fails unless all settings and keys that the adapter declares are set', () => {
    const { terms, http } = testNestpayBank('own_form')
    const bare = { ...terms, secrets: { password: 'x' }, settings: { ...terms.settings, name: '' } }
    expect(missingOf(bare)).toEqual(['name', 'storeKey'])
    expect(() => openGateway(bare, http, () => new Date())).toThrow('POS account 1 lacks name, storeKey.')
    const garanti = testGarantiBank().terms
    expect(missingOf({ ...garanti, mode: 'hosted' })).toEqual(['mode hosted'])
    expect(Object.keys(adapters)).toEqual([...posAdapters])
  })

  it('allows https addresses only, and paths of the shop in the sandbox', async () => {
    const bank = testNestpayBank('own_form')
    const asked: string[] = []
    const open = (environment: 'sandbox' | 'live', server: string) =>
      openGateway(
        {
          ...bank.terms,
          environment,
          settings: { ...bank.terms.settings, gateway: `${server}/gate`, api: `${server}/api` },
        },
        ({ url }) => {
          asked.push(url)
          return Promise.resolve({ ok: false, reason: 'connection' })
        },
        () => new Date(),
      )
    expect((await open('live', '/sandbox-bank').start(charge, card)).ok).toBe(false)
    expect((await open('live', 'http://bank.example').start(charge, card)).ok).toBe(false)
    expect(await open('live', 'http://bank.example').inquire(charge, null)).toEqual({
      kind: 'pending',
      text: 'address',
    })
    expect(await open('sandbox', '//elsewhere.example').inquire(charge, null)).toEqual({
      kind: 'pending',
      text: 'address',
    })
    expect(asked).toEqual([])
    const sandbox = open('sandbox', '/sandbox-bank')
    expect(await sandbox.start(charge, card)).toMatchObject({ ok: true, step: { action: '/sandbox-bank/gate' } })
    await sandbox.inquire(charge, null)
    expect(asked).toEqual(['/sandbox-bank/api'])
    expect(sandbox.origins).toEqual([])
  })
})
