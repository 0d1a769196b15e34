import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { card, form, isSignedByBank, openTestBank, type TestBank, valueOf } from '#server/sandbox-bank/test-merchant.ts'
import { goToBank, payAtBank } from '#server/sandbox-bank/test-payer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(() => bank.setClock('2026-11-21T10:00:00Z'))

describe('the bank’s entry', () => {
  test.each([
    ['hash', { hash: 'wrong' }],
    ['merchant', { clientid: '1' }],
    ['address', { okUrl: 'javascript:alert(1)' }],
    ['form', { storetype: '3d_other' }],
    ['hash', { hashAlgorithm: 'ver2' }],
  ])('refuses a form with a wrong %s', async (reason, change) => {
    await expect(goToBank(bank.app, form(change))).rejects.toThrow(reason)
  })

  test.each([
    ['amount', { amount: '0.00' }],
    ['amount', { amount: '1,50' }],
    ['currency', { currency: '826' }],
    ['installment', { taksit: '1' }],
    ['installment', { taksit: '13' }],
    ['number', { pan: '4355084355084359' }],
    ['card of another bank', { pan: '4355084355084358' }],
    ['code', { cv2: '12' }],
    ['month', { Ecom_Payment_Card_ExpDate_Month: '13' }],
  ])('returns a form with a wrong %s as a signed mdStatus 7', async (_, change) => {
    const back = await payAtBank(bank.app, form(change))
    expect(back.url).toBe('https://shop.example.com/fail')
    expect(valueOf(back, 'mdStatus')).toBe('7')
    expect(isSignedByBank(back)).toBe(true)
  })
})

describe('the 3-D page', () => {
  test('shows bank, masked card, shop, amount and installments in the requested language', async () => {
    const { html } = await goToBank(bank.app, form({ taksit: '6', lang: 'en', amount: '1234.50' }))
    for (const text of [
      'Demo Bankası',
      '4999 90** **** 0000',
      'Toptan &lt;b&gt;',
      '₺1,234.50',
      '6 installments',
      '3:00',
    ]) {
      expect(html).toContain(text)
    }
    expect(html).toContain('Demo code: 123456')
    expect((await goToBank(bank.app, form())).html).toContain('Kodu tekrar gönder')
  })

  test('runs only its own script, and only in the shop’s frame', async () => {
    const { url } = await goToBank(bank.app, form())
    const policy = String((await bank.app.inject(url)).headers['content-security-policy'])
    expect(policy).toMatch(/default-src 'none'; style-src 'nonce-\S+'; script-src 'nonce-\S+';/)
    expect(policy).toContain("form-action 'self' https://shop.example.com")
    expect(policy).toContain("frame-ancestors 'self'")
  })

  test('accepts the code and returns the browser with a signature over all fields', async () => {
    const back = await payAtBank(bank.app, form())
    expect(back.url).toBe('https://shop.example.com/ok')
    expect(isSignedByBank(back)).toBe(true)
    expect(valueOf(back, 'mdStatus')).toBe('1')
    expect(valueOf(back, 'amount')).toBe('100.25')
    expect(back.fields.map(([name]) => name)).not.toContain('pan')
    expect(back.fields.map(([name]) => name)).not.toContain('cv2')
  })

  test('ends with mdStatus 0 after three wrong codes, a cancellation or three minutes', async () => {
    expect(valueOf(await payAtBank(bank.app, form(), { code: '000000' }), 'mdStatus')).toBe('0')
    expect(valueOf(await payAtBank(bank.app, form(), { givesUp: true }), 'mdStatus')).toBe('0')
    const { url } = await goToBank(bank.app, form())
    bank.setClock('2026-11-21T10:03:01Z')
    expect((await bank.app.inject(url)).body).toContain('name="mdStatus" value="0"')
  })

  test('accepts the right code after two wrong ones, and after a new code was sent', async () => {
    const { url } = await goToBank(bank.app, form())
    const send = (payload: object) => bank.app.inject({ method: 'POST', url, payload })
    expect((await send({ code: '1' })).body).toContain('Kod hatalı')
    expect((await send({ code: '2' })).body).toContain('Kod hatalı')
    bank.setClock('2026-11-21T10:02:59Z')
    expect((await send({ action: 'resend' })).body).toContain('Yeni kod gönderildi')
    bank.setClock('2026-11-21T10:05:00Z')
    expect((await send({ code: '123 456' })).body).toContain('name="mdStatus" value="1"')
  })

  test('is skipped for some cards', async () => {
    const { html } = await goToBank(bank.app, form({ pan: card('1000') }))
    expect(html).toContain('name="mdStatus" value="1"')
  })
})

describe('hosted mode', () => {
  const hosted = (change: Record<string, string> = {}) =>
    form({ storetype: '3d_pay_hosting', ...change }, [
      'pan',
      'cv2',
      'Ecom_Payment_Card_ExpDate_Month',
      'Ecom_Payment_Card_ExpDate_Year',
    ])
  const typed = (last4: string) => ({ number: card(last4), expiry: '11 / 2026', cvc: '123' })

  test('takes the card and the money on the bank’s page', async () => {
    const back = await payAtBank(bank.app, hosted(), { card: typed('0000') })
    expect([valueOf(back, 'Response'), valueOf(back, 'ProcReturnCode'), isSignedByBank(back)]).toEqual([
      'Approved',
      '00',
      true,
    ])
    expect(valueOf(back, 'maskedCreditCard')).toBe('4999 90** **** 0000')
    expect((await bank.orderOf(valueOf(back, 'oid') ?? ''))?.captured).toBe('100.25')
  })

  test('reports declines, and refuses cards that are not demo cards', async () => {
    const back = await payAtBank(bank.app, hosted(), { card: typed('0051') })
    expect([back.url, valueOf(back, 'Response'), valueOf(back, 'ProcReturnCode')]).toEqual([
      'https://shop.example.com/fail',
      'Declined',
      '51',
    ])
    const { url } = await goToBank(bank.app, hosted())
    const payload = { ...typed('0000'), number: '4355084355084358', action: 'card' }
    expect((await bank.app.inject({ method: 'POST', url, payload })).body).toContain('Gerçek kart girmeyin')
  })

  test('keeps the money if the window is closed', async () => {
    const step = hosted()
    const back = await payAtBank(bank.app, step, { card: typed('1306') })
    expect(back.times).toBe(0)
    expect((await bank.orderOf(step.fields.find(([name]) => name === 'oid')?.[1] ?? ''))?.balance).toBe('100.25')
  })
})
