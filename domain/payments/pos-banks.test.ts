import { describe, expect, it } from 'vitest'
import { addressesOf, movedSettings, posBanks } from './pos-banks.ts'

const isbank = posBanks.find(({ code }) => code === 'isbank')
if (isbank === undefined) throw new Error('İş Bankası is missing.')

describe('the list of banks', () => {
  it('has https addresses only, with one code and name each, and one EFT code per protocol', () => {
    for (const { live, test } of posBanks) {
      for (const address of [live.api, test.api, live.gateway, test.gateway]) {
        if (address !== undefined) expect(address).toMatch(/^https:\/\/[a-z0-9.-]+(\/[\w/.]+)?$/)
      }
    }
    for (const key of ['code', 'name'] as const)
      expect(new Set(posBanks.map((bank) => bank[key])).size).toBe(posBanks.length)
    // A bank may offer two protocols.
    const codes = posBanks.filter(({ bankCode }) => bankCode !== '').map((bank) => `${bank.adapter} ${bank.bankCode}`)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('gives both addresses where the protocol has two, and one otherwise', () => {
    for (const { adapter, live, test } of posBanks) {
      const hasGateway = !['iyzico', 'param', 'paytr', 'vakifkatilim'].includes(adapter)
      expect([live, test].map(({ gateway }) => gateway !== undefined)).toEqual([hasGateway, hasGateway])
    }
  })

  it('has no address for the sandbox', () => {
    expect(addressesOf(isbank, 'sandbox')).toBeNull()
  })
})

describe('a change of the environment', () => {
  it('moves the bank’s own addresses and keeps the other settings', () => {
    const moved = movedSettings({ ...isbank.test, clientId: '7' }, isbank, 'live')
    expect(moved).toEqual({ ...isbank.live, clientId: '7' })
    expect(movedSettings(moved, isbank, 'test')).toEqual({ ...isbank.test, clientId: '7' })
  })

  it('keeps addresses that were typed', () => {
    const typed = { gateway: 'https://pos.example.com/fim/est3Dgate', api: 'https://pos.example.com/fim/api' }
    expect(movedSettings(typed, isbank, 'live')).toEqual(typed)
    expect(movedSettings({ ...isbank.test, api: typed.api }, isbank, 'live')).toEqual({
      ...isbank.test,
      api: typed.api,
    })
  })

  it('keeps the settings of a bank that is not on the list, and of the sandbox', () => {
    expect(movedSettings({ ...isbank.test }, { adapter: 'nestpay', bankCode: '9901' }, 'live')).toEqual(isbank.test)
    expect(movedSettings({ ...isbank.test }, isbank, 'sandbox')).toEqual(isbank.test)
  })
})
