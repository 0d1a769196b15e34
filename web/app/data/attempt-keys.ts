/** randomUUID is missing on plain http addresses other than localhost. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The name of what may be sent twice and must happen once: the same while nobody answered what became of it; another one for
 * another wish, and after an answer or a refusal.
 */
export function createAttemptKeys() {
  let attempt: { what: string; key: string } | null = null
  return {
    keyFor(what: string): string {
      if (attempt?.what !== what) attempt = { what, key: newKey() }
      return attempt.key
    },
    end(): void {
      attempt = null
    },
    /** `status` of the answer; 0 = none came. */
    answered(status: number): void {
      if (status >= 200 && status < 500) attempt = null
    },
  }
}
