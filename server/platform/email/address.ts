const longest = 254

/**
 * Whether a text can be an e-mail address that headers take as it stands: one `@`, a domain with a dot, no blanks, no
 * control characters, nothing that would name a second person.
 */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= longest &&
    /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}.]+(\.[^\s@<>()[\]\\,;:"\p{Cc}.]+)+$/u.test(text)
  )
}
