import * as z from 'zod/mini'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { lockOpenDebts } from './allocations.ts'

const shape = z.object({ debts: z.array(z.number()) })

/** The debits that an account payment is for, as its snapshot has them. */
export function debtsIn(snapshot: unknown): readonly number[] {
  const parsed = shape.safeParse(snapshot)
  return parsed.success ? parsed.data.debts : []
}

type Paid = { dealerId: number; amount: string; currency: string; debts: readonly number[] }

/**
 * Whether chosen debts can be paid with this amount: all of them are open in its currency, and they need it. A smaller amount pays them in
 * part. Null if no debt was chosen, or they can. Locks the account.
 */
export async function checkDebts(db: Db, { dealerId, amount, currency, debts }: Paid): Promise<Refusal | null> {
  if (debts.length === 0) return null
  const open = await lockOpenDebts(db, dealerId, debts, currency)
  const needed = open.reduce((sum, { unpaid }) => sum.plus(unpaid), decimal(0))
  return open.length === debts.length && !decimal(amount).greaterThan(needed) ? null : refuse('debts_changed')
}

/**
 * The same just before the money is taken: debts may have been paid since the payment started. One that was, between here
 * and its booking, leaves a credit in the account.
 */
export function confirmDebts(
  db: Db,
  payment: { dealerId: number; baseAmount: string; currency: string },
  debts: readonly number[],
): Promise<Refusal | null> {
  const { dealerId, baseAmount: amount, currency } = payment
  return checkDebts(db, { dealerId, amount, currency, debts })
}
