const maxLength = 254

/**
 * Whether a text is an email address that can be written into headers unchanged: one `@`, a domain with a dot, no white
 * space or control characters, nothing that would add a second recipient.
 */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= maxLength &&
    /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}.]+(\.[^\s@<>()[\]\\,;:"\p{Cc}.]+)+$/u.test(text)
  )
}
