/** Whether a text is a telephone number as people write it: seven signs or more of digits, blanks, ( ) / . - and a leading +. */
export function isPhone(text: string): boolean {
  return /^\+?[\d\s()/.-]{7,}$/.test(text) && /\d/.test(text)
}
