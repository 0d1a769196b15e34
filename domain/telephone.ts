/** Whether a text can be a telephone number as people write it: +90 (212) 555 10 20, 0212/555-1020; at least seven signs. */
export const isTelephone = (text: string): boolean => /^\+?[\d\s()/.-]{7,}$/.test(text)
