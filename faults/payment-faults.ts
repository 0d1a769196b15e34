import type { Run } from './campaign/check.ts'
import type { Figures } from './campaign/figures.ts'
import { runTests } from './campaign/run-tests.ts'
import { judgeTests } from './campaign/test-refs.ts'

const file = 'server/payments/reconcile/payment-soak.test.ts'
/** Milliseconds that one payment of the test takes, of each bank's protocol and of all together. */
const perPayment = 150
const fewest = 60

/** Card payments of which a part meets a fault of the bank or of the network, as many as there is time for. */
export async function soakPayments({ budget }: Run): Promise<Figures> {
  const payments = Math.max(fewest, Math.floor(budget / perPayment))
  const ran = await runTests([file], { SOAK_PAYMENTS: String(payments), SOAK_SEED: String(Date.now() % 1_000_000) })
  return { counts: { payments, 'tests of payments': judgeTests([{ file }], ran) } }
}
