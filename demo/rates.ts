/** TRY per unit of each currency in the demo store. */
export const demoRates = { USD: '46.75000000', EUR: '54.20000000' } as const

export function inCurrency(lira: number, currency: string): number {
  const rate = currency === 'USD' || currency === 'EUR' ? Number(demoRates[currency]) : 1
  return lira / rate
}
