import type { Callback, CallbackResult, Charge, Gateway, Inquiry, Outcome, Receipt } from './gateway.ts'
import { openGateway } from './gateways.ts'
import { card, charge, type TestBank } from './test-bank.ts'

export const opened = (bank: Pick<TestBank, 'terms' | 'http'>) =>
  openGateway(bank.terms, bank.http, () => new Date('2026-11-21T09:00:00Z'))

/** A payment whose browser visited the bank's page and came back with a callback. */
export type BankVisit = {
  gateway: Gateway
  bank: TestBank
  charge: Charge
  callback: Callback
  /** What the gateway reads in the callback. `read` reads any other one. */
  result: CallbackResult
  read(callback: Callback): Promise<CallbackResult>
}

/** Starts a payment, visits the bank's page and comes back. */
export async function visitBank(bank: TestBank, mdStatus = '1', change: Partial<Charge> = {}): Promise<BankVisit> {
  const gateway = opened(bank)
  const requested = { ...charge, ...change }
  const started = await gateway.start(requested, bank.terms.mode === 'hosted' ? null : card)
  if (!started.ok) throw new Error(`Not started: ${JSON.stringify(started)}`)
  const storedCharge = { ...requested, bankReference: started.bankReference ?? null }
  const read = async (callback: Callback) => gateway.readCallback(callback, storedCharge)
  const callback = await bank.finish(started.step, mdStatus)
  return { gateway, bank, charge: storedCharge, callback, result: await read(callback), read }
}

/** The payment's outcome, by the callback or by the inquiry that it triggers. */
export async function outcomeOf({ gateway, charge, result }: BankVisit): Promise<Outcome | CallbackResult | Inquiry> {
  if (result.kind === 'returned' && result.ask) return gateway.inquire(charge, null)
  return result.kind === 'authenticated' ? gateway.capture(charge, result.proof) : result
}

export async function paid(bank: TestBank, change: Partial<Charge> = {}): Promise<BankVisit & { receipt: Receipt }> {
  const visit = await visitBank(bank, '1', change)
  const outcome = await outcomeOf(visit)
  if (outcome.kind !== 'captured') throw new Error(`Not captured: ${JSON.stringify(outcome)}`)
  // What the payment's row contains by then.
  const storedCharge = { ...visit.charge, bankReference: outcome.receipt.bankReference }
  return { ...visit, charge: storedCharge, receipt: outcome.receipt }
}
