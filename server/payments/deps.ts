import type { Refusal } from '#contract/core/errors.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import type { Gateway } from './gateways/gateway.ts'
import type { ChosenPlan, PlanChoice } from '#server/payments/pos/pos-accounts.ts'
import type { PaymentKind, PaymentSubject } from './subject.ts'

/** What payments need of the process. Time comes from `now` alone, so that tests move it. */
export type PaymentDeps = {
  pool: Pool
  store: Store
  /** Seals the tokens of result pages. */
  secret: string
  /** Where the shop is reached: banks send browsers back there. */
  publicUrl: string
  /** Whether the sandbox bank is served: never in production. */
  hasSandbox: boolean
  now: () => Date
  subjects: Readonly<Record<PaymentKind, PaymentSubject>>
  choosePlan(db: Db, choice: PlanChoice): Promise<ChosenPlan | Refusal>
  gatewayOf(db: Db, posAccountId: number): Promise<Gateway>
  /** Told of what staff or whoever runs the shop should know; never with words of a bank's message. */
  warn(facts: Record<string, unknown>, message: string): void
}
