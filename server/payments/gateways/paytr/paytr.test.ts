import { describe, expect, it } from 'vitest'
import { charge, posted } from '#server/payments/gateways/test-bank.ts'
import { expectForged } from '#server/payments/gateways/test-forged-callbacks.ts'
import { testPaytrBank, testPaytrNotice } from './test-paytr-bank.ts'
import { visitBank, opened } from '#server/payments/gateways/test-bank-visit.ts'

describe('a notice of PayTR', () => {
  it.each(['1', '0'])('is forged if any signed field is changed (paid: %s)', async (mdStatus) => {
    const visit = await visitBank(testPaytrBank('own_form'), mdStatus)
    await expectForged(visit, ['merchant_oid', 'status', 'total_amount', 'hash'], false)
  })

  it.each(['hosted', 'own_form'] as const)(
    'may report a larger amount, where PayTR adds vade farkı, but not a smaller one (%s)',
    async (mode) => {
      const bank = testPaytrBank(mode)
      bank.vadeFarki = 5025
      const visit = await visitBank(bank)
      expect(await visit.read(visit.callback)).toMatchObject({ kind: 'captured', taken: '1284.75' })
      const wrong = { kind: 'forged', reason: 'total_amount' }
      expect(await visit.read(testPaytrNotice({ total_amount: '123449' }))).toEqual(wrong)
      expect(await visit.gateway.inquire(visit.charge, null)).toMatchObject({ amount: '1234.50', taken: '1284.75' })
    },
  )

  it('names its payment and is answered with OK', async () => {
    const bank = testPaytrBank('hosted')
    const gateway = opened(bank)
    expect(gateway.readNotice?.(testPaytrNotice({}))).toEqual({ reference: charge.reference })
    expect(gateway.readNotice?.(testPaytrNotice({ merchant_oid: 'x' }))).toBeNull()
    expect(gateway.noticeAnswer).toBe('OK')
  })

  it('is not the same as the browser’s return, which proves nothing', async () => {
    const visit = await visitBank(testPaytrBank('own_form'))
    expect(await visit.read(posted([]))).toEqual({ kind: 'returned', ask: true })
    expect(await visit.read(posted([['fail_message', 'Kart limiti yetersiz']]))).toEqual({
      kind: 'returned',
      ask: true,
    })
    expect((await visit.read(posted([['status', 'success']]))).kind).toBe('forged')
  })
})
