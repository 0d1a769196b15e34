import { createAttemptKeys } from '#web/app/data/attempt-keys.ts'

const keys = createAttemptKeys()

/** The Idempotency-Key of this order: a new one per attempt, the same while an attempt's outcome is unknown. */
export const attemptKey = keys.keyFor

/** The outcome is known, or the cart was changed: the next order is another attempt. */
export const endAttempt = keys.end
