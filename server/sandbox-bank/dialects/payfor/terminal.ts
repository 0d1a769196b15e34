import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import type { DialectMerchant } from '#server/sandbox-bank/dialects/dialect.ts'

export const terminal = { mbrId: '5', userCode: 'DENEME_API_3D', terminalId: 'VS099001' }

export const merchant = {
  clientId: '990700000000001',
  bank: 'Deneme Finans Bankası',
  keys: { password: 'deneme-finans-sifre', storeKey: 'deneme-finans-anahtar' },
} satisfies DialectMerchant

export const currencyNumbers: Readonly<Record<string, string>> = { TRY: '949', USD: '840', EUR: '978' }

export function currencyOf(number: string): PosCurrency | null {
  const found = Object.entries(currencyNumbers).find(([, each]) => each === number)
  return (found?.[0] as PosCurrency | undefined) ?? null
}

/** 0 = single payment. */
export const installmentText = (installment: number): string => (installment === 1 ? '0' : String(installment))
