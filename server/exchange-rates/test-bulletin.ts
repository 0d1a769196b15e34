import type { TcmbColumn } from './tcmb.ts'

/** A small bulletin in the central bank's format. */

export function bulletin(currencies: readonly string[], date = '20.11.2026'): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet type="text/xsl" href="isokur.xsl"?>
<Tarih_Date Tarih="${date}" Date="11/20/2026" Bulten_No="2026/220">
${currencies.join('\n')}
</Tarih_Date>
`
}

export function currencyOf(code: string, quoted: Partial<Record<TcmbColumn, string>> & { unit?: number }): string {
  const { unit = 1, ...columns } = quoted
  const all = { ForexBuying: '', ForexSelling: '', BanknoteBuying: '', BanknoteSelling: '', ...columns }
  return `<Currency CrossOrder="0" Kod="${code}" CurrencyCode="${code}">
  <Unit>${unit}</Unit><Isim>İsim</Isim><CurrencyName>${code}</CurrencyName>
  ${Object.entries(all)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}
  <CrossRateUSD></CrossRateUSD><CrossRateOther>
  </CrossRateOther>
</Currency>`
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
