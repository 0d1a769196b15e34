import { describe, expect, it } from 'vitest'
import { posted, type TestBank } from '#server/payments/gateways/test-bank.ts'
import { expectForged, names, without } from '#server/payments/gateways/test-forged-callbacks.ts'
import { signed, testNestpayBank } from './test-nestpay-bank.ts'
import { visitBank, opened, paid } from '#server/payments/gateways/test-bank-visit.ts'

describe('a callback of NestPay', () => {
  it.each([
    ['own_form', '1'],
    ['own_form', '0'],
    // Reports captured money.
    ['hosted', '1'],
  ] as const)('is forged if anything in it is changed (%s, mdStatus %s)', async (mode, mdStatus) => {
    const visit = await visitBank(testNestpayBank(mode), mdStatus)
    const covered = names(visit).filter((name) => name !== 'encoding')
    expectForged(visit, covered, true)
  })

  it('counts the fields that the hash does not cover, even if empty ones are omitted', async () => {
    const visit = await visitBank(testNestpayBank('own_form'))
    expect(visit.read(posted(without('_charset_')(visit.callback.fields))).kind).toBe('forged')
  })

  it('is read with Turkish letters in ISO-8859-9', async () => {
    const bank = testNestpayBank('own_form')
    bank.isTurkish = true
    const visit = await visitBank(bank, '0')
    expect(visit.callback.raw.toString()).toContain('%DE')
    const text = 'Şifre yanlış girildi, İŞLEM ĞÜÇİ'
    expect(visit.read(visit.callback)).toEqual({ kind: 'declined', code: '3D-0', text })
    const raw = Buffer.from(visit.callback.raw.toString().replace('1234.50', '1234.51'))
    expect(visit.read({ raw, fields: [...new URLSearchParams(raw.toString())], headers: {} }).kind).toBe('forged')
  })

  it.each(['2', '3', '4', '5', '6', '7', '8', '9', '0', ''])('is declined with mdStatus %j', async (mdStatus) => {
    const visit = await visitBank(testNestpayBank('own_form'), mdStatus)
    expect(visit.read(visit.callback)).toMatchObject({ kind: 'declined', code: `3D-${mdStatus}` })
  })

  it('with money taken on an incomplete authentication marks it as unwanted', async () => {
    const visit = await visitBank(testNestpayBank('hosted'), '2')
    expect(visit.read(visit.callback)).toMatchObject({ kind: 'captured', unwanted: 'mdStatus 2' })
    const good = await visitBank(testNestpayBank('hosted'))
    expect(good.read(good.callback)).toEqual({
      kind: 'captured',
      receipt: {
        authCode: 'P12345',
        bankReference: '400300744233',
        transaction: '24003Vl7F13152',
        cardFirst6: '450803',
        cardLast4: '4509',
      },
    })
  })

  it('in a mode that takes the money, without a result, triggers an inquiry', async () => {
    const bank = testNestpayBank('hosted')
    const visit = await visitBank(bank)
    const bare = visit.callback.fields.filter(([name]) => name !== 'Response' && name !== 'HASH')
    expect(visit.read(posted([...bare, ['HASH', signed(bare)]]))).toEqual({ kind: 'returned', ask: true })
  })
})

describe('an error of NestPay that does not say whether money moved', () => {
  it.each(['91', '96'])('leaves the refund unknown if the issuing bank did not answer (code %s)', async (code) => {
    const { gateway, charge, receipt, bank } = await paid(testNestpayBank('own_form'))
    const text = `<CC5Response><Response>Error</Response><ProcReturnCode>${code}</ProcReturnCode></CC5Response>`
    const http: TestBank['http'] = () => Promise.resolve({ ok: true, status: 200, text, contentType: '' })
    const cut = opened({ ...bank, http })
    expect((await cut.refund(charge, receipt, '1.00')).kind).toBe('unknown')
    expect((await gateway.refund(charge, receipt, '1.00')).kind).toBe('done')
  })
})
