import { describe, expect, it } from 'vitest'
import { card, charge } from './test-bank.ts'
import { type BankVisit, opened, paid, visitBank } from './test-bank-visit.ts'
import { changedAnswers, tapAnswers } from './test-changed-answers.ts'
import { variants } from './test-variants.ts'

/** Each answer of an operation in turn, changed in every way, among the others as they came. */
function changedExchanges(answers: readonly string[]): { change: string; texts: string[] }[] {
  return answers.flatMap((answer, i) =>
    changedAnswers(answer).map(({ change, text }) => ({ change: `${i + 1}: ${change}`, texts: answers.with(i, text) })),
  )
}

/** Runs an operation with the bank's answers as they came, then with each changed exchange. */
async function withChangedAnswers<Result>(
  visit: Pick<BankVisit, 'bank'>,
  operation: () => Promise<Result>,
  check: (change: string, changed: Result, original: Result) => void,
): Promise<void> {
  const tap = tapAnswers(visit.bank)
  const original = await operation()
  for (const { change, texts } of changedExchanges(tap.taken())) {
    tap.replay(texts)
    check(change, await operation(), original)
  }
}

/** The gateway reads the bank's `http` when it is called, so that a tap can be set in between. */
const lateHttp = (bank: BankVisit['bank']) => opened({ ...bank, http: (request) => bank.http(request) })

describe.each(variants)('%s', (_, open) => {
  it('captures by no changed answer that lacks amount or reference', async () => {
    const visit = await visitBank(open())
    const { result, bank } = visit
    if (result.kind !== 'authenticated') return
    await withChangedAnswers(
      visit,
      () => lateHttp(bank).capture(visit.charge, result.proof),
      (change, changed, original) => {
        if (/cut at/.test(change)) expect([change, changed.kind]).toEqual([change, 'unknown'])
        if (changed.kind !== 'captured' || original.kind !== 'captured') return
        expect([change, changed.receipt.bankReference]).toEqual([change, original.receipt.bankReference])
      },
    )
  })

  it('finds no other amount by a changed answer to an inquiry', async () => {
    const visit = await paid(open())
    await withChangedAnswers(
      visit,
      () => lateHttp(visit.bank).inquire(visit.charge, visit.receipt),
      (change, changed) => {
        if (/cut at/.test(change)) expect([change, changed.kind]).toEqual([change, 'pending'])
        if (changed.kind !== 'captured') return
        expect([change, changed.amount, changed.refunded]).toEqual([change, '1234.50', '0.00'])
      },
    )
  })

  it('authenticates by no changed answer that is cut', async () => {
    const visit = await visitBank(open())
    const gateway = lateHttp(visit.bank)
    await withChangedAnswers(
      visit,
      async () => gateway.readCallback(visit.callback, visit.charge),
      (change, changed) => {
        if (/cut at/.test(change))
          expect([change, changed.kind]).toEqual([change, expect.stringMatching(/forged|returned/)])
      },
    )
  })

  it('starts by no answer that is cut', async () => {
    const bank = open()
    const gateway = lateHttp(bank)
    await withChangedAnswers(
      { bank },
      () => gateway.start(charge, bank.terms.mode === 'hosted' ? null : card),
      (change, changed) => {
        if (/cut at/.test(change)) expect([change, changed.ok]).toEqual([change, false])
      },
    )
  })

  it('refunds by no answer that is cut', async () => {
    const visit = await paid(open())
    await withChangedAnswers(
      visit,
      () => lateHttp(visit.bank).refund(visit.charge, visit.receipt, '34.50'),
      (change, changed) => {
        if (/cut at/.test(change)) expect([change, changed.kind]).toEqual([change, 'unknown'])
      },
    )
  })
})
