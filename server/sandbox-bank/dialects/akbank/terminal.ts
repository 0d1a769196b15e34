import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import type { DialectMerchant } from '#server/sandbox-bank/dialects/dialect.ts'

export const terminal = {
  merchantSafeId: '2026010100000000DENEMEKORFEZUYE1',
  terminalSafeId: '2026010100000000DENEMEKORFEZTRM1',
}

export const merchant = {
  clientId: terminal.merchantSafeId,
  bank: 'Deneme Körfez Bankası',
  keys: { secretKey: 'deneme-korfez-guvenlik-anahtari' },
} satisfies DialectMerchant

export const currencyNumbers: Readonly<Record<string, number>> = { TRY: 949, USD: 840, EUR: 978 }

export function currencyOf(number: string): PosCurrency | null {
  const found = Object.entries(currencyNumbers).find(([, each]) => String(each) === number)
  return (found?.[0] as PosCurrency | undefined) ?? null
}

/** A time in Turkey with milliseconds, as the bank writes it. */
export function bankTime(at: Date): string {
  return new Date(at.getTime() + 3 * 3_600_000).toISOString().replace('Z', '')
}

export const approvedText = '000 ONAY KODU XXXXXX'
