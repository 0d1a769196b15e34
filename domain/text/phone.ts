/** Whether a text is a phone number: at least seven characters of digits, spaces, ( ) / . - and a leading +. */
export function isPhone(text: string): boolean {
  return /^\+?[\d\s()/.-]{7,}$/.test(text) && /\d/.test(text)
}
