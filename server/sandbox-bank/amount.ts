/** 100, 100.2 and 100.25, above zero; with two decimals. */
export function amountOf(text: string | undefined): string | null {
  const [, whole = '', part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? []
  return Number(`${whole}${part}`) > 0 ? `${Number(whole)}.${part.padEnd(2, '0')}` : null
}

/** An empty text is the single payment; 1 is no number of installments. */
export function installmentOf(text: string | undefined): number | null {
  if (text === '' || text === undefined) return 1
  return /^([2-9]|1[0-2])$/.test(text) ? Number(text) : null
}

/** Lira with two decimals as whole kuruş. */
export const kurus = (amount: string): number => Number(amount.replace('.', ''))
