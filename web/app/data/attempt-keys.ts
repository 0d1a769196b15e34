/** randomUUID is missing on plain http addresses other than localhost. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Idempotency keys of a request that may be sent twice but must take effect once. The key stays the same while the
 * outcome is unknown; another request, a success or a refusal gets a new one.
 */
export function createAttemptKeys() {
  let attempt: { request: string; key: string } | null = null
  return {
    keyFor(request: string): string {
      if (attempt?.request !== request) attempt = { request, key: newKey() }
      return attempt.key
    },
    end(): void {
      attempt = null
    },
    /** `status` of the response; 0 = none arrived. */
    answered(status: number): void {
      if (status >= 200 && status < 500) attempt = null
    },
  }
}
