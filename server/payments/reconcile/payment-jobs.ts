import type { PaymentDeps } from '#server/payments/deps.ts'
import { runRefunds } from '#server/payments/refunds/refund-job.ts'
import { repeatEvery } from '#server/platform/jobs/repeat.ts'
import { runInquiries } from './inquiry-job.ts'

/**
 * Does all due work of one POS account until none is left: inquires at its bank, expires abandoned payments, sends refunds.
 */
async function runAccount(deps: PaymentDeps, posAccountId: number): Promise<void> {
  while ((await runInquiries(deps, posAccountId)) + (await runRefunds(deps, posAccountId)) > 0);
}

async function dueAccounts({ pool, now }: PaymentDeps): Promise<number[]> {
  const rows = await pool.query<{ id: number }>(
    `SELECT pos_account_id AS id FROM payments WHERE inquire_at <= $1
     UNION
     SELECT p.pos_account_id FROM payment_refunds r JOIN payments p ON p.id = r.payment_id WHERE r.inquire_at <= $1`,
    [now()],
    'payments_due_accounts',
  )
  return rows.map(({ id }) => id)
}

/** Does all due work of all accounts until none is left. A bank that does not answer delays no other one. */
export async function runPaymentJobs(deps: PaymentDeps): Promise<void> {
  for (;;) {
    const accounts = await dueAccounts(deps)
    if (accounts.length === 0) return
    await Promise.all(accounts.map((id) => runAccount(deps, id)))
  }
}

/** Starts, every `milliseconds`, the due work of the accounts whose earlier work is done. `close` waits for all of it. */
export function startPaymentJobs(deps: PaymentDeps, milliseconds: number, warn: (error: Error) => void) {
  const running = new Map<number, Promise<void>>()
  const start = (id: number) => {
    const work = runAccount(deps, id)
      .catch((error: unknown) => warn(error instanceof Error ? error : new Error(String(error))))
      .finally(() => void running.delete(id))
    running.set(id, work)
  }
  const starts = repeatEvery(
    milliseconds,
    async () => (await dueAccounts(deps)).filter((id) => !running.has(id)).forEach(start),
    warn,
  )
  return {
    async close(): Promise<void> {
      await starts.close()
      await Promise.all(running.values())
    },
  }
}
