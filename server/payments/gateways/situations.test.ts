import { describe, expect, it } from 'vitest'
import { isUnanswered } from '#domain/payments/decline.ts'
import { declineCodes } from '#server/sandbox-bank/demo-cards.ts'
import type { SandboxFault } from '#server/sandbox-bank/faults.ts'
import type { Charge } from './gateway.ts'
import { card, charge, kurus, type TestBank } from './test-bank.ts'
import { opened, outcomeOf, paid, visitBank } from './test-bank-visit.ts'
import { tapAnswers } from './test-changed-answers.ts'
import { dialectVariants, variants } from './test-variants.ts'

const orderOf = (bank: TestBank) => bank.orders.get(charge.reference)
const isPaid = (bank: TestBank) => orderOf(bank)?.isPaid === true

const amounts = ['1.00', '10.50', '1234.50', '999999.99']
const installments = [1, 2, 12]
const currencies = ['TRY', 'USD', 'EUR'] as const
/** Whether the gateway starts a payment in a currency. */
async function starts(bank: TestBank, currency: Charge['currency']): Promise<boolean> {
  return (await opened(bank).start({ ...charge, currency }, bank.terms.mode === 'hosted' ? null : card)).ok
}

/** A charge whose goods add up. */
const chargeOf = (amount: string, change: Partial<Charge> = {}): Partial<Charge> => ({
  amount,
  baseAmount: amount,
  basket: [{ id: '1', name: 'Çelik boru "½"', category: 'Tesisat', amount }],
  ...change,
})

describe.each(dialectVariants)('%s', (name, open, dialect) => {
  it.each(amounts.flatMap((amount) => installments.map((installment) => [amount, installment] as const)))(
    'captures and refunds %s in %i installments',
    async (amount, installment) => {
      const visit = await paid(open(), chargeOf(amount, { installment }))
      expect(orderOf(visit.bank)).toMatchObject({ isPaid: true, amount: kurus(amount) })
      const found = { kind: 'captured', amount, refunded: '0.00' }
      expect(await visit.gateway.inquire(visit.charge, visit.receipt)).toMatchObject(found)
      expect((await visit.gateway.refund(visit.charge, visit.receipt, amount)).kind).toBe('done')
      expect(orderOf(visit.bank)).toMatchObject({ refunded: kurus(amount) })
    },
  )

  it.each(currencies)('charges %s, or refuses to start, and charges no other currency', async (currency) => {
    const other = currency === 'TRY' ? 'USD' : 'TRY'
    const [own, others] = await Promise.all(([currency, other] as const).map((each) => starts(open(), each)))
    expect(own || currency !== 'TRY').toBe(true)
    if (!own) return
    const visit = await paid(open(), { currency })
    expect(await visit.gateway.inquire(visit.charge, visit.receipt)).toMatchObject({ kind: 'captured' })
    expect((await visit.gateway.refund(visit.charge, visit.receipt, '34.50')).kind).toBe('done')
    if (!others) return
    const again = await visitBank(open(), '1', { currency })
    const changed: Charge = { ...again.charge, currency: other }
    const read = await again.gateway.readCallback(again.callback, changed)
    // Where the return has no currency, the bank or the answer's currency decides.
    expect((await outcomeOf({ ...again, charge: changed, result: read })).kind).not.toBe('captured')
  })

  it.each(declineCodes)('takes nothing when the bank declines with code %s', async (code) => {
    const bank = open()
    bank.declineWith = code
    const visit = await visitBank(bank)
    const outcome = await outcomeOf(visit)
    expect(['declined', 'unknown', 'pending', 'none']).toContain(outcome.kind)
    // Without an answer of the issuing bank, only an inquiry knows that nothing was taken.
    if (isUnanswered(code)) expect(visit.result.kind).not.toBe('declined')
    if (isUnanswered(code) && visit.result.kind === 'authenticated') expect(outcome.kind).not.toBe('declined')
    if (outcome.kind === 'declined') expect(outcome.code).not.toBe('')
    expect(isPaid(bank)).toBe(false)
  })

  it.each(['0', '2', '3', '4', '5', '6', '7', '8', '9'])(
    'accepts no authentication with mdStatus %s',
    async (mdStatus) => {
      const visit = await visitBank(open(), mdStatus)
      // A protocol without half authentications (2, 3, 4) may find such a return forged.
      expect(/[234]/.test(mdStatus) ? ['declined', 'forged'] : ['declined']).toContain((await outcomeOf(visit)).kind)
      expect(isPaid(visit.bank)).toBe(false)
    },
  )

  const returnFaults = Object.keys(dialect.tampered) as SandboxFault[]
  const signatureFaults: SandboxFault[] = dialect.signature === null ? [] : ['callback_wrong_hash', 'callback_no_hash']
  it.each([...returnFaults, ...signatureFaults, 'callback_foreign' as const])(
    'believes no return with %s',
    async (fault) => {
      if (fault !== 'callback_mdstatus') {
        const bank = open()
        bank.returnFault = fault
        expect((await visitBank(bank)).result.kind).toMatch(/^(forged|returned)$/)
      }
      const failed = open()
      failed.returnFault = fault
      expect((await outcomeOf(await visitBank(failed, '0'))).kind).not.toBe('captured')
      expect(isPaid(failed)).toBe(false)
    },
  )

  it('captures once when the return comes five times at once', async () => {
    const visit = await visitBank(open())
    const results = await Promise.all(Array.from({ length: 5 }, () => visit.read(visit.callback)))
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set([visit.result.kind]))
    const outcomes = await Promise.all(results.map((result) => outcomeOf({ ...visit, result })))
    const captured = outcomes.filter(({ kind }) => kind === 'captured')
    const isTold = visit.result.kind === 'authenticated'
    expect(captured).toHaveLength(isTold ? 1 : 5)
    expect(orderOf(visit.bank)).toMatchObject({ isPaid: true, amount: 123_450, refunded: 0 })
  })
})

describe.each(variants)('%s', (name, open) => {
  it('never starts from an error page, half an answer or none', async () => {
    for (const text of ['<html><body><h1>Hata</h1></body></html>', '', '{}', '[]', '<a></a>', 'null', undefined]) {
      const bank = open()
      const tap = tapAnswers(bank)
      const hosted = bank.terms.mode === 'hosted'
      await opened(bank).start(charge, hosted ? null : card)
      const asksTheBank = tap.taken().length > 0
      tap.replay(text === undefined ? [] : [text, text, text])
      const started = await opened(bank).start(charge, hosted ? null : card)
      expect([text, started.ok]).toEqual([text, !asksTheBank])
    }
  })

  it.each(variants.filter(([other]) => other.split(' ')[0] !== name.split(' ')[0]))(
    'believes no return of %s',
    async (_, openOther) => {
      const own = await visitBank(open())
      const [wasPaid, other] = [isPaid(own.bank), await visitBank(openOther())]
      const read = await own.read(other.callback)
      expect(['forged', 'returned']).toContain(read.kind)
      expect(isPaid(own.bank)).toBe(wasPaid)
    },
  )
})
