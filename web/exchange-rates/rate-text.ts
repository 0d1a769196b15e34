/** The columns hold eight decimals: 41.25000000 is 41,25. */
export function rateText(rate: string): string {
  return rate
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace('.', ',')
}
