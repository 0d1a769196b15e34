let attempt: { body: string; key: string } | null = null

/** randomUUID is missing on plain http addresses other than localhost. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The Idempotency-Key of this order: a new one per attempt, the same while an attempt's outcome is unknown. */
export function attemptKey(body: string): string {
  if (attempt?.body !== body) attempt = { body, key: newKey() }
  return attempt.key
}

/** The outcome is known, or the cart was changed: the next order is another attempt. */
export function endAttempt(): void {
  attempt = null
}
