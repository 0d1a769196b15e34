import { setTimeout as sleep } from 'node:timers/promises'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { countFailures } from './queries.ts'

// Decisions, "Sign-in and calls": 5 failures in 15 minutes per account and network address. Failures from other networks only
// slow the check down.
const maxFailuresHere = 5
const maxFailuresEverywhere = 20
/** Of all accounts from one network in 15 minutes: each failure is a row. */
const maxFailuresOfNetwork = 100
const networkSeconds = 300
const delayMilliseconds = 1_000

/** `account`: the key of `accountKey`. */
export type Guesser = { account: string; network: string }

/** The key under which the failures of a user are counted, at sign-in and wherever the password is asked for again. */
export const accountKey = (userId: number): string => `user:${userId}`

/**
 * Runs an attempt that checks a password, unless the account had too many failures from this network. The attempt records
 * its failure.
 */
export function limitGuesses<Value>(
  pool: Pool,
  { account, network }: Guesser,
  attempt: () => Promise<Value>,
): Promise<Value | Refusal> {
  return inSequence(`${account} ${network}`, async () => {
    const failures = await countFailures(pool, account, network, maxFailuresHere)
    if (failures.here >= maxFailuresHere) return refuse('too_many_attempts', { seconds: failures.seconds_left })
    if (failures.of_network >= maxFailuresOfNetwork) return refuse('too_many_attempts', { seconds: networkSeconds })
    if (failures.everywhere >= maxFailuresEverywhere) await sleep(delayMilliseconds)
    return attempt()
  })
}

const turns = new Map<string, Promise<unknown>>()

/** Attempts for one account and network run one after the other, so that parallel ones cannot exceed the limit. */
async function inSequence<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
  const before = turns.get(key) ?? Promise.resolve()
  const turn = before.then(work, work)
  turns.set(key, turn)
  try {
    return await turn
  } finally {
    if (turns.get(key) === turn) turns.delete(key)
  }
}
