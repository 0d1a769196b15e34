import { describe, expect, it } from 'vitest'
import type { Charge } from './gateway.ts'
import { card, charge, type Fault, type TestBank } from './test-bank.ts'
import { variants } from './test-variants.ts'
import { visitBank, opened, outcomeOf, paid } from './test-bank-visit.ts'

/** The protocols in which the shop captures the money itself. */
const visits = await Promise.all(variants.map(([, open]) => visitBank(open())))
const capturing = variants.filter((_, i) => visits[i]?.result.kind === 'authenticated')

const orderOf = (bank: TestBank) => bank.orders.get(charge.reference)

/** The returns of these have no amount, or no installments: the bank compares them with what the payer confirmed. */
const returnsWithoutAmount: readonly string[] = ['iyzico', 'akbank', 'craftgate', 'vakifkatilim']
const returnsWithoutInstallment: readonly string[] = [...returnsWithoutAmount, 'paytr', 'param']

describe.each(variants)('%s', (_, open) => {
  const { adapter } = open().terms

  it('captures the stored amount once', async () => {
    const visit = await paid(open())
    expect(orderOf(visit.bank)).toMatchObject({ isPaid: true, amount: 123_450 })
    const { authCode, bankReference, transaction } = visit.receipt
    if (adapter === 'paytr') expect(transaction).toBe(charge.reference)
    else expect(authCode ?? bankReference).toMatch(/\d{5}/)
  })

  it('reports the bank’s decline with its code', async () => {
    const bank = open()
    bank.declineWith = '51'
    const outcome = await outcomeOf(await visitBank(bank))
    expect(outcome).toMatchObject({
      kind: 'declined',
      code: expect.stringMatching(/51$/),
      text: expect.stringMatching(/yetersiz/),
    })
    expect(orderOf(bank)?.isPaid).toBe(false)
  })

  it('declines a cardholder who was not authenticated', async () => {
    const visit = await visitBank(open(), '0')
    const outcome = await outcomeOf(visit)
    expect(outcome).toMatchObject({ kind: 'declined' })
    expect(orderOf(visit.bank)?.isPaid ?? false).toBe(false)
  })

  it('reads a repeated callback the same way, and a second capture takes nothing', async () => {
    const visit = await paid(open())
    expect((await visit.read(visit.callback)).kind).toBe(visit.result.kind)
    const { result } = visit
    if (result.kind === 'authenticated') {
      const again = await visit.gateway.capture(visit.charge, result.proof)
      // A used order number is refused; only an inquiry shows that it was paid.
      expect(again.kind).toBe(adapter === 'garanti' ? 'declined' : 'unknown')
    }
    expect(orderOf(visit.bank)).toMatchObject({ amount: 123_450, refunded: 0 })
  })

  it('rejects a callback for another order, amount, installment or shop', async () => {
    const visit = await visitBank(open())
    const others: Partial<Charge>[] = [
      { reference: 'ZZ12CD34EF56GH78JK90' },
      ...(returnsWithoutAmount.includes(adapter) ? [] : [{ amount: '1234.51' }]),
      ...(returnsWithoutInstallment.includes(adapter) ? [] : [{ installment: 1 }, { installment: 6 }]),
    ]
    for (const other of others) {
      const read = await visit.gateway.readCallback(visit.callback, { ...visit.charge, ...other })
      // A return that only names the payment is resolved by the inquiry that follows.
      expect(visit.result.kind === 'returned' ? ['forged', 'returned'] : ['forged']).toContain(read.kind)
    }
  })

  it('finds no order, a pending, a paid and a declined one by inquiry', async () => {
    const bank = open()
    const gateway = opened(bank)
    expect((await gateway.inquire(charge, null)).kind).toBe('none')
    const visit = await paid(open())
    expect(await visit.gateway.inquire(visit.charge, null)).toMatchObject({
      kind: 'captured',
      amount: '1234.50',
      refunded: '0.00',
    })
    expect(await visit.gateway.inquire(visit.charge, visit.receipt)).toMatchObject({
      kind: 'captured',
      amount: '1234.50',
      refunded: '0.00',
      receipt: { bankReference: visit.receipt.bankReference, cardFirst6: '450803', cardLast4: '4509' },
    })
    visit.bank.isBusy = true
    expect((await visit.gateway.inquire(visit.charge, visit.receipt)).kind).toBe('pending')
    const declined = open()
    declined.declineWith = '51'
    const refused = await visitBank(declined)
    await outcomeOf(refused)
    const answer = await refused.gateway.inquire(refused.charge, null)
    expect(answer.kind).toBe(['paytr', 'posnet'].includes(adapter) ? 'none' : 'declined')
  })

  it.each<Fault>(['timeout_before', 'timeout_after', 'unreadable', 'http_500'])(
    'reports an inquiry with %s as pending',
    async (fault) => {
      const visit = await paid(open())
      visit.bank.fault = fault
      expect((await visit.gateway.inquire(visit.charge, visit.receipt)).kind).toBe('pending')
    },
  )

  it('voids the whole amount', async () => {
    const { gateway, charge, receipt, bank } = await paid(open())
    expect((await gateway.void(charge, receipt)).kind).toBe('done')
    expect(await gateway.inquire(charge, receipt)).toMatchObject({
      kind: 'captured',
      amount: '1234.50',
      refunded: '1234.50',
    })
    expect(orderOf(bank)).toMatchObject(adapter === 'paytr' ? { refunded: 123_450 } : { isVoided: true })
    expect(await gateway.void(charge, receipt)).toMatchObject({ kind: 'refused' })
  })

  it('refunds parts, up to the total', async () => {
    const { gateway, charge, receipt, bank } = await paid(open())
    expect((await gateway.refund(charge, receipt, '234.50')).kind).toBe('done')
    expect(await gateway.inquire(charge, receipt)).toMatchObject({ kind: 'captured', refunded: '234.50' })
    expect(await gateway.refund(charge, receipt, '1000.01')).toMatchObject({
      kind: 'refused',
      code: expect.stringMatching(/\d/),
    })
    expect((await gateway.refund(charge, receipt, '1000.00')).kind).toBe('done')
    expect(await gateway.inquire(charge, receipt)).toMatchObject({
      kind: 'captured',
      amount: '1234.50',
      refunded: '1234.50',
    })
    expect(orderOf(bank)?.refunded).toBe(123_450)
  })

  it.each<[Fault, string]>([
    ['timeout_before', '0.00'],
    ['timeout_after', '34.50'],
    ['unreadable', '34.50'],
    ['http_500', '34.50'],
  ])('reports a refund with %s as unknown, and the inquiry finds its outcome', async (fault, refunded) => {
    const { gateway, charge, receipt, bank } = await paid(open())
    bank.fault = fault
    expect((await gateway.refund(charge, receipt, '34.50')).kind).toBe('unknown')
    expect(await gateway.inquire(charge, receipt)).toMatchObject({ kind: 'captured', refunded })
  })

  it('returns neither card data nor keys', async () => {
    const bank = open()
    bank.declineWith = '51'
    const results: unknown[] = []
    const visit = await visitBank(bank)
    results.push(visit.result, await outcomeOf(visit), await visit.gateway.inquire(visit.charge, null))
    const good = await paid(open())
    results.push(
      good.receipt,
      await good.gateway.inquire(good.charge, null),
      await good.gateway.refund(good.charge, good.receipt, '1.00'),
    )
    good.bank.fault = 'unreadable'
    results.push(await good.gateway.inquire(good.charge, null), good.gateway.origins)
    const text = JSON.stringify(results)
    expect(text).not.toContain(card.number)
    expect(text).not.toMatch(/\b739\b/)
    for (const key of Object.values(bank.terms.secrets)) expect(text).not.toContain(key)
    const started = await good.gateway.start(charge, bank.terms.mode === 'hosted' ? null : card)
    for (const key of Object.values(bank.terms.secrets)) expect(JSON.stringify(started)).not.toContain(key)
  })
})

describe.each(capturing)('%s, capturing by the shop', (_, open) => {
  it.each(['91', '96'])(
    'reports a refusal without an answer of the issuing bank as unknown (code %s)',
    async (code) => {
      const bank = open()
      bank.declineWith = code
      expect(await outcomeOf(await visitBank(bank))).toMatchObject({ kind: 'unknown' })
    },
  )

  it.each<[Fault, boolean]>([
    ['timeout_before', false],
    ['timeout_after', true],
    ['unreadable', true],
    ['http_500', true],
  ])(
    'reports a capture with %s as unknown, never declined, and the inquiry finds its outcome',
    async (fault, isTaken) => {
      const visit = await visitBank(open())
      visit.bank.fault = fault
      const outcome = await outcomeOf(visit)
      expect(outcome.kind).toBe('unknown')
      const answer = await visit.gateway.inquire(visit.charge, null)
      const isFound = isTaken || orderOf(visit.bank)?.isPaid === true
      if (isFound) expect(answer).toMatchObject({ kind: 'captured', amount: '1234.50', refunded: '0.00' })
      else expect(answer.kind).toBe('none')
    },
  )
})
