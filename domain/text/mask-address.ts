/**
 * An email address as lists show it to people who do not need all of it: the first character and the domain,
 * `s…@example.com`. A text without @ becomes `…`.
 */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const first = address.codePointAt(0)
  return at < 1 || first === undefined ? '…' : `${String.fromCodePoint(first)}…${address.slice(at)}`
}

/** Replaces every email address in a text, such as the answer of a mail server. */
export function maskAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/gu, maskAddress)
}
