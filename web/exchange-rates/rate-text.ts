/** Removes trailing zeros of the eight stored decimals: 41.25000000 is 41,25 and 54.20000000 is 54,20. */
export function rateText(rate: string): string {
  return rate.replace(/(\.\d{2}\d*?)0+$/, '$1').replace('.', ',')
}
