const key = 'toptan.payment'

/** The payment of the cart that went to the bank from this tab, until its end was told: a reload finds it again. */
export function keepAttempt(reference: string | null): void {
  try {
    if (reference === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, reference)
  } catch {
    // Without a store nothing is found again.
  }
}

export function lastAttempt(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
