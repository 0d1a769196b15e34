/**
 * Checks the length in characters: 6 to 30 for a dealer's user (checkout document, account settings, section 5), 12 or
 * more for an administrator (decisions, "Sign-in and calls").
 */
export function passwordProblem(password: string, role: 'dealer' | 'admin'): 'too_short' | 'too_long' | null {
  const length = Array.from(password).length
  const [shortest, longest] = role === 'admin' ? [12, 200] : [6, 30]
  if (length < shortest) return 'too_short'
  return length > longest ? 'too_long' : null
}
