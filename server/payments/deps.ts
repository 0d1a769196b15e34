import type { Secret } from '#server/platform/http/secrets.ts'
import type { Refusal } from '#contract/core/errors.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import type { Gateway } from './gateways/gateway.ts'
import type { ChosenPlan, PlanChoice } from '#server/payments/pos/pos-accounts.ts'
import type { PaymentKind, PaymentSubject } from './subject.ts'

/** What payments need from the process. All times come from `now`, so that tests control the clock. */
export type PaymentDeps = {
  pool: Pool
  store: Store
  /** Encrypts the tokens of result pages and the keys of POS accounts. */
  secret: Secret
  /** The shop's public origin. */
  publicUrl: string
  /** The origin to which a payer's browser returns, by the one at which it has the shop open. */
  returnOrigin(requested: string): string
  /** Whether the sandbox bank is served: never in production. */
  hasSandbox: boolean
  now: () => Date
  subjects: Readonly<Record<PaymentKind, PaymentSubject>>
  choosePlan(db: Db, choice: PlanChoice): Promise<ChosenPlan | Refusal>
  /** Throws OutsideCallsOff on a copy that makes no outside calls, unless the account is the sandbox bank's. */
  gatewayOf(db: Db, posAccountId: number): Promise<Gateway>
  /** Throws as `gatewayOf` does, before anything is recorded that a bank would have to do. */
  requireBank(db: Db, posAccountId: number): Promise<void>
  /** `takesMoneyItself` of the gateway, for what is decided without the bank. */
  takesMoneyItself(db: Db, posAccountId: number): Promise<boolean>
  /** Logs what staff or operators should know, without the text of bank messages. */
  warn(facts: Record<string, unknown>, message: string): void
}
