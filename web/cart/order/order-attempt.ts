import { createAttemptKeys } from '#web/app/data/attempt-keys.ts'

const keys = createAttemptKeys()

/** The Idempotency-Key of this order: a new one per attempt, and the same while an attempt's outcome is unknown. */
export const attemptKey = keys.keyFor

/** Called when the outcome is known or the cart has changed: the next order is a new attempt. */
export const endAttempt = keys.end
