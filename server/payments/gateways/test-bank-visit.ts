import type { Callback, CallbackResult, Charge, Gateway, Inquiry, Outcome, Receipt } from './gateway.ts'
import { openGateway } from './gateways.ts'
import { card, charge, type TestBank } from './test-bank.ts'

export const opened = (bank: Pick<TestBank, 'terms' | 'http'>) =>
  openGateway(bank.terms, bank.http, () => new Date('2026-11-21T09:00:00Z'))

/** A payment that was at the bank's page and came back with a callback. */
export type Way = {
  gateway: Gateway
  bank: TestBank
  charge: Charge
  callback: Callback
  /** What the gateway reads in the callback, and in any other. */
  told: CallbackResult
  read(callback: Callback): CallbackResult
}

/** To the bank's page and back. */
export async function goToBank(bank: TestBank, mdStatus = '1'): Promise<Way> {
  const gateway = opened(bank)
  const started = await gateway.start(charge, bank.terms.mode === 'hosted' ? null : card)
  if (!started.ok) throw new Error(`Not started: ${JSON.stringify(started)}`)
  const known = { ...charge, bankReference: started.bankReference ?? null }
  const read = (callback: Callback) => gateway.readCallback(callback, known)
  const callback = bank.finish(started.step, mdStatus)
  return { gateway, bank, charge: known, callback, told: read(callback), read }
}

/** What became of the money, by what the callback tells or asks us to ask. */
export async function outcomeOf({ gateway, charge, told }: Way): Promise<Outcome | CallbackResult | Inquiry> {
  if (told.kind === 'returned' && told.ask) return gateway.inquire(charge, null)
  return told.kind === 'authenticated' ? gateway.capture(charge, told.proof) : told
}

export async function paid(bank: TestBank): Promise<Way & { receipt: Receipt }> {
  const way = await goToBank(bank)
  const outcome = await outcomeOf(way)
  if (outcome.kind !== 'captured') throw new Error(`Not captured: ${JSON.stringify(outcome)}`)
  // What the payment's row has then.
  const known = { ...way.charge, bankReference: outcome.receipt.bankReference }
  return { ...way, charge: known, receipt: outcome.receipt }
}
