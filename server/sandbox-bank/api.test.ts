import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declineCodes, demoBins } from './demo-cards.ts'
import { setSandboxFault } from './faults.ts'
import { card, form, openTestBank, type TestBank, valueOf } from './test-merchant.ts'
import { payAtBank } from './test-payer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(() => bank.setClock('2026-11-21T10:00:00Z'))

describe('the capture call', () => {
  test('takes the money once and refuses the order number from then on', async () => {
    const back = await payAtBank(bank.app, form())
    const first = await bank.provision(back)
    expect([first.read('Response'), first.code]).toEqual(['Approved', '00'])
    expect(first.read('AuthCode')).not.toBe('')
    const again = await bank.provision(back)
    expect([again.read('Response'), again.code]).toEqual(['Error', '99'])
    expect(await bank.orderOf(valueOf(back, 'oid') ?? '')).toMatchObject({ captured: '100.25', balance: '100.25' })
    const third = await payAtBank(bank.app, form({ oid: valueOf(back, 'oid') ?? '' }))
    expect(valueOf(third, 'mdStatus')).toBe('7')
  })

  test('takes the money for one of ten concurrent calls', async () => {
    const back = await payAtBank(bank.app, form())
    const codes = await Promise.all(Array.from({ length: 10 }, async () => (await bank.provision(back)).code))
    expect(codes.filter((code) => code === '00')).toHaveLength(1)
  })

  test.each([
    ['amount', { Total: '100.24' }],
    ['installments', { Taksit: '6' }],
    ['order number', { OrderId: 'OTHER' }],
    ['xid', { PayerTxnId: 'x' }],
    ['cavv', { PayerAuthenticationCode: 'x' }],
    ['eci', { PayerSecurityLevel: '07' }],
    ['md', { Number: 'a:b:c' }],
    ['currency', { Currency: '840' }],
  ])('refuses another %s than was authenticated', async (_, change) => {
    const back = await payAtBank(bank.app, form())
    expect(await bank.provision(back, change)).toMatchObject({ code: '99' })
    expect((await bank.provision(back)).code).toBe('00')
  })

  test('refuses a wrong password, unreadable XML and a failed authentication', async () => {
    const back = await payAtBank(bank.app, form())
    expect((await bank.api({ Type: 'Auth' }, { password: 'x' })).read('ErrMsg')).toContain('şifre')
    expect((await bank.api({ Type: 'Auth' }, { name: 'x' })).read('ErrMsg')).toContain('şifre')
    const broken = await bank.app.inject({ method: 'POST', url: '/sandbox-bank/fim/api', payload: { DATA: '<a>' } })
    expect(broken.body).toContain('<ProcReturnCode>99')
    const failed = await payAtBank(bank.app, form({ pan: card('1105') }))
    expect(valueOf(failed, 'mdStatus')).toBe('5')
    expect((await bank.provision(failed, { Number: valueOf(back, 'md') ?? '' })).code).toBe('99')
  })

  test('declines with every code of its table and repeats the code in the inquiry', async () => {
    for (const code of declineCodes) {
      const back = await payAtBank(bank.app, form({ pan: card(`00${code}`) }))
      const answer = await bank.provision(back)
      expect([answer.read('Response'), answer.code]).toEqual(['Declined', code])
      expect(answer.read('ErrMsg')).not.toContain('sandbox')
      const inquiry = await bank.api({ OrderId: valueOf(back, 'oid') ?? '', Extra: '<ORDERSTATUS>QUERY</ORDERSTATUS>' })
      expect([inquiry.read('TRANS_STAT'), inquiry.read('PROC_RET_CD')]).toEqual(['D', code])
    }
  })

  test('declines expired cards, and installments on cards without installments', async () => {
    const expired = await payAtBank(bank.app, form({ Ecom_Payment_Card_ExpDate_Month: '10' }))
    expect((await bank.provision(expired)).code).toBe('54')
    for (const bin of [demoBins.debit, demoBins.prepaid, demoBins.foreign]) {
      expect(
        (await bank.provision(await payAtBank(bank.app, form({ pan: card('0000', bin.bin), taksit: '2' })))).code,
      ).toBe('12')
    }
    expect((await bank.provision(await payAtBank(bank.app, form({ pan: card('1210'), taksit: '2' })))).code).toBe('12')
    expect((await bank.provision(await payAtBank(bank.app, form({ taksit: '12' })))).code).toBe('00')
  })
})

describe('voids and refunds', () => {
  test('a sale is voided in full on its day, and not on the next', async () => {
    const oid = await bank.paid()
    expect((await bank.api({ Type: 'Void', OrderId: oid })).code).toBe('00')
    expect((await bank.api({ Type: 'Void', OrderId: oid })).code).toBe('99')
    expect(await bank.orderOf(oid)).toMatchObject({ voided: true, refunded: '100.25', balance: '0.00' })
    // 23:59 in Turkey; the next call is at 00:01.
    bank.setClock('2026-11-21T20:59:00Z')
    const late = await bank.paid()
    bank.setClock('2026-11-21T21:01:00Z')
    expect((await bank.api({ Type: 'Void', OrderId: late })).code).toBe('99')
    expect((await bank.api({ Type: 'Credit', OrderId: late, Total: '100.25', Currency: '949' })).code).toBe('00')
  })

  test('a sale is refunded in parts up to the total, concurrent calls included', async () => {
    const oid = await bank.paid()
    const refund = async (Total: string) =>
      (await bank.api({ Type: 'Credit', OrderId: oid, Total, Currency: '949' })).code
    expect(await refund('40.00')).toBe('00')
    expect((await bank.api({ Type: 'Void', OrderId: oid })).code).toBe('99')
    expect(await refund('60.26')).toBe('99')
    expect((await Promise.all([refund('60.25'), refund('60.25')])).toSorted()).toEqual(['00', '99'])
    expect(await bank.orderOf(oid)).toMatchObject({ refunded: '100.25', balance: '0.00' })
    const inquiry = await bank.api({ OrderId: oid, Extra: '<ORDERHISTORY>QUERY</ORDERHISTORY>' })
    expect([inquiry.read('TRXCOUNT'), inquiry.read('TRX1').split('\t').slice(0, 4)]).toEqual([
      '3',
      ['C', 'C', '6025', '6025'],
    ])
  })

  test('an order that was never paid is neither voided nor refunded', async () => {
    expect((await bank.api({ Type: 'Void', OrderId: 'NONE' })).code).toBe('99')
    expect((await bank.api({ Type: 'Credit', OrderId: 'NONE', Total: '1.00', Currency: '949' })).code).toBe('99')
  })
})

describe('switched-on faults', () => {
  test('happen as often as they were set, for one order number or for any', async () => {
    const oid = await bank.paid()
    await setSandboxFault(bank.pool, { fault: 'query_unknown', oid, times: 2 })
    const ask = async (id: string) =>
      (await bank.api({ OrderId: id, Extra: '<ORDERSTATUS>QUERY</ORDERSTATUS>' })).read('TRANS_STAT')
    const other = await bank.paid()
    expect([await ask(other), await ask(oid), await ask(oid), await ask(oid)]).toEqual(['C', '', '', 'C'])
    await setSandboxFault(bank.pool, { fault: 'auth_500_after' })
    const back = await payAtBank(bank.app, form())
    expect((await bank.provision(back)).status).toBe(500)
    expect((await bank.orderOf(valueOf(back, 'oid') ?? ''))?.balance).toBe('100.25')
  })
})
