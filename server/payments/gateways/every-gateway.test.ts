import { describe, expect, it } from 'vitest'
import type { Charge, Inquiry } from './gateway.ts'
import { card, charge, type Fault, type TestBank } from './test-bank.ts'
import { ccpaymentDialect } from '#server/sandbox-bank/dialects/ccpayment/ccpayment-dialect.ts'
import { craftgateDialect } from '#server/sandbox-bank/dialects/craftgate/craftgate-dialect.ts'
import { payflexDialect } from '#server/sandbox-bank/dialects/payflex/payflex-dialect.ts'
import { testDialectBank } from '#server/sandbox-bank/dialects/test-dialect-bank.ts'
import { testGarantiBank } from '#server/payments/gateways/garanti/test-garanti-bank.ts'
import { testIyzicoBank } from '#server/payments/gateways/iyzico/test-iyzico-bank.ts'
import { testNestpayBank } from '#server/payments/gateways/nestpay/test-nestpay-bank.ts'
import { testPaytrBank } from '#server/payments/gateways/paytr/test-paytr-bank.ts'
import { visitBank, opened, outcomeOf, paid } from './test-bank-visit.ts'

const variants: [name: string, open: () => TestBank][] = [
  ['nestpay 3d', () => testNestpayBank('own_form')],
  ['nestpay 3d_host', () => testNestpayBank('hosted', '3d_host')],
  ['nestpay 3d_pay_hosting', () => testNestpayBank('hosted')],
  ['ccpayment 3d', () => testDialectBank(ccpaymentDialect, 'own_form')],
  ['ccpayment purchase link', () => testDialectBank(ccpaymentDialect, 'hosted')],
  ['craftgate 3ds', () => testDialectBank(craftgateDialect, 'own_form')],
  ['craftgate Checkout Form', () => testDialectBank(craftgateDialect, 'hosted')],
  ['garanti 3D', testGarantiBank],
  ['iyzico 3dsecure', () => testIyzicoBank('own_form')],
  ['iyzico Checkout Form', () => testIyzicoBank('hosted')],
  ['payflex Common Payment Form', () => testDialectBank(payflexDialect, 'hosted')],
  ['PayTR Direct API', () => testPaytrBank('own_form')],
  ['PayTR iFrame', () => testPaytrBank('hosted')],
]
/** The protocols in which the shop captures the money itself. */
const capturing = variants.filter(([name]) => !/pay_hosting|PayTR|Form|link/.test(name))

/** PayFlex names the card only while the token of the start is stored. */
const cardOf = (name: string) => (/payflex/.test(name) ? {} : { cardFirst6: '450803', cardLast4: '4509' })

/** What an inquiry finds after a refund. PayFlex reports that there was one, but not how much. */
function afterRefund(name: string, refunded: string): Partial<Inquiry> {
  return /payflex/.test(name) && refunded !== '0.00' ? { kind: 'pending' } : { kind: 'captured', refunded }
}

const orderOf = (bank: TestBank) => bank.orders.get(charge.reference)

describe.each(variants)('%s', (name, open) => {
  it('captures the stored amount once', async () => {
    const visit = await paid(open())
    expect(orderOf(visit.bank)).toMatchObject({ isPaid: true, amount: 123_450 })
    const reference = /PayTR/.test(name)
      ? { transaction: charge.reference }
      : // The inquiry of a purchase link has no authorisation code.
        { [/link/.test(name) ? 'bankReference' : 'authCode']: expect.stringMatching(/\d{5}/) }
    expect(visit.receipt).toMatchObject(reference)
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
      expect(again.kind).toBe(name.includes('garanti') ? 'declined' : 'unknown')
    }
    expect(orderOf(visit.bank)).toMatchObject({ amount: 123_450, refunded: 0 })
  })

  it('rejects a callback for another order, amount, installment or shop', async () => {
    const visit = await visitBank(open())
    const others: Partial<Charge>[] = [
      { reference: 'ZZ12CD34EF56GH78JK90' },
      ...(/iyzico|craftgate/.test(name) ? [] : [{ amount: '1234.51' }]),
      ...(/iyzico|craftgate|PayTR/.test(name) ? [] : [{ installment: 1 }, { installment: 6 }]),
    ]
    for (const other of others) {
      const read = await visit.gateway.readCallback(visit.callback, { ...visit.charge, ...other })
      // The Checkout Form's token is resolved by a later inquiry.
      expect(read.kind).toBe(name.includes('Form') ? 'returned' : 'forged')
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
      receipt: { bankReference: visit.receipt.bankReference, ...cardOf(name) },
    })
    visit.bank.isBusy = true
    expect((await visit.gateway.inquire(visit.charge, visit.receipt)).kind).toBe('pending')
    const declined = open()
    declined.declineWith = '51'
    const refused = await visitBank(declined)
    await outcomeOf(refused)
    const answer = await refused.gateway.inquire(refused.charge, null)
    expect(answer.kind).toBe(/PayTR/.test(name) ? 'none' : 'declined')
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
    expect(orderOf(bank)).toMatchObject(/PayTR/.test(name) ? { refunded: 123_450 } : { isVoided: true })
    expect(await gateway.void(charge, receipt)).toMatchObject({ kind: 'refused' })
  })

  it('refunds parts, up to the total', async () => {
    const { gateway, charge, receipt, bank } = await paid(open())
    expect((await gateway.refund(charge, receipt, '234.50')).kind).toBe('done')
    expect(await gateway.inquire(charge, receipt)).toMatchObject(afterRefund(name, '234.50'))
    expect(await gateway.refund(charge, receipt, '1000.01')).toMatchObject({
      kind: 'refused',
      code: expect.stringMatching(/\d/),
    })
    expect((await gateway.refund(charge, receipt, '1000.00')).kind).toBe('done')
    expect(await gateway.inquire(charge, receipt)).toMatchObject(afterRefund(name, '1234.50'))
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
    expect(await gateway.inquire(charge, receipt)).toMatchObject(afterRefund(name, refunded))
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
