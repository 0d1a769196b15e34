import { describe, expect, it } from 'vitest'
import type { Card, Charge, Started } from './gateway.ts'
import { openGateway } from './gateways.ts'
import { readSecurePage } from './secure-page.ts'
import { card, charge, formOf, type TestBank } from './test-bank.ts'
import { testGarantiBank } from '#server/payments/gateways/garanti/test-garanti-bank.ts'
import { testIyzicoBank } from '#server/payments/gateways/iyzico/test-iyzico-bank.ts'
import { testNestpayBank } from '#server/payments/gateways/nestpay/test-nestpay-bank.ts'
import { testPaytrBank } from '#server/payments/gateways/paytr/test-paytr-bank.ts'

const start = (bank: TestBank, of: Partial<Charge> = {}, typed: Card | null = card): Promise<Started> =>
  openGateway(bank.terms, bank.http, () => new Date()).start({ ...charge, ...of }, typed)

const fieldsOf = (started: Started) => {
  if (!started.ok) throw new Error('not started')
  return formOf(started.step)
}

describe('a single payment', () => {
  it('is sent in the bank’s notation, never as 1 where the bank expects nothing', async () => {
    const single = { installment: 1 }
    expect(fieldsOf(await start(testNestpayBank('own_form'), single)).get('taksit')).toBe('')
    expect(fieldsOf(await start(testGarantiBank(), single)).get('txninstallmentcount')).toBe('')
    const direct = fieldsOf(await start(testPaytrBank('own_form'), single))
    expect([direct.get('installment_count'), direct.has('card_type')]).toEqual(['0', false])
  })
})

describe('amounts', () => {
  it('are lira with two decimals, or kuruş', async () => {
    const whole = { amount: '1200.00', installment: 1 }
    expect(fieldsOf(await start(testNestpayBank('own_form'), whole)).get('amount')).toBe('1200.00')
    expect(fieldsOf(await start(testGarantiBank(), whole)).get('txnamount')).toBe('120000')
    expect(fieldsOf(await start(testPaytrBank('own_form'), whole)).get('payment_amount')).toBe('1200.00')
    expect(fieldsOf(await start(testGarantiBank(), { amount: '0.07' })).get('txnamount')).toBe('7')
  })
})

describe('the card', () => {
  it('is sent to the bank with the own form, and nowhere in hosted mode', async () => {
    expect(fieldsOf(await start(testNestpayBank('own_form'))).get('pan')).toBe(card.number)
    expect(JSON.stringify(await start(testNestpayBank('hosted'), {}, null))).not.toMatch(/pan|cv2|Ecom/)
    expect(await start(testPaytrBank('hosted'), {}, null)).toEqual({
      ok: true,
      step: { kind: 'redirect', url: 'https://www.paytr.com/odeme/guvenli/abc123-x_y' },
    })
  })

  it('is sent to PayTR only in the Direct API; the lookup contains the first eight digits', async () => {
    const bank = testPaytrBank('own_form')
    const bodies: string[] = []
    const http: TestBank['http'] = (request) => {
      bodies.push(request.body ?? '')
      return bank.http(request)
    }
    await start({ ...bank, http })
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).not.toContain(card.number)
    bank.brand = ''
    expect(await start(bank)).toMatchObject({ ok: false, kind: 'declined', code: '8' })
  })
})

describe('a failed start', () => {
  it('is declined if the card is refused at once', async () => {
    const bank = testIyzicoBank('own_form')
    bank.declineWith = 'early'
    expect(await start(bank)).toEqual({
      ok: false,
      kind: 'declined',
      code: '10054',
      text: 'Son kullanma tarihi hatalı',
    })
  })

  it.each([
    ['iyzico', () => testIyzicoBank('own_form')],
    ['iyzico hosted', () => testIyzicoBank('hosted')],
    ['PayTR hosted', () => testPaytrBank('hosted')],
  ])('is unreachable if %s gives no readable answer', async (_, open) => {
    for (const fault of ['timeout_before', 'timeout_after', 'unreadable', 'http_500'] as const) {
      const bank = open()
      bank.fault = fault
      expect(await start(bank)).toMatchObject({ ok: false, kind: 'unreachable' })
    }
  })

  it('is unreachable if iyzico’s answer is not signed or leads elsewhere', async () => {
    const bank = testIyzicoBank('own_form')
    for (const [from, to] of [
      ['"signature":"', '"signature":"0'],
      ['"paymentId":"2', '"paymentId":"3'],
    ] as const) {
      const http: TestBank['http'] = async (request) => {
        const answer = await bank.http(request)
        return answer.ok ? { ...answer, text: answer.text.replace(from, to) } : answer
      }
      expect(await start({ ...bank, http })).toEqual({ ok: false, kind: 'unreachable', text: 'signature' })
    }
  })

  it('reports PayTR’s reason to staff', async () => {
    const bank = testPaytrBank('hosted')
    bank.declineWith = 'early'
    expect(await start(bank)).toEqual({ ok: false, kind: 'unreachable', text: 'Geçersiz üye işyeri' })
  })
})

describe('the page that leads to 3-D Secure', () => {
  const form =
    '<form action="https://a.example/x" method="post"><input name="a" value="&lt;&#305;&quot;"/><input type=submit></form>'

  it('is read as its form', () => {
    expect(readSecurePage(`<html>${form}</html>`)).toEqual({
      kind: 'form',
      action: 'https://a.example/x',
      fields: [['a', '<ı"']],
    })
  })

  it.each([
    ['two forms', form + form],
    ['no form', '<html>Hata</html>'],
    ['plain http', form.replace('https', 'http')],
    ['a script', form.replace('https://a.example/x', 'javascript:alert(1)')],
    ['no post', form.replace('method="post"', '')],
  ])('is refused with %s', (_, html) => {
    expect(readSecurePage(html)).toBeNull()
  })
})
