import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'

/** Lira as digits in kuruş: 1234.50 → 123450. */
export function kurusOf(amount: string): string {
  return roundMoney(amount).times(100).toFixed(0)
}

/** Digits in kuruş as lira with two decimals; null for anything else. */
export function liraOfKurus(kurus: string | undefined): string | null {
  return kurus !== undefined && /^\d{1,15}$/.test(kurus) ? decimal(kurus).dividedBy(100).toFixed(2) : null
}

/** Parses an amount in lira as banks write it (10, 10.5, 10.50, 10,8) into two decimals; null for anything else. */
export function readLira(text: string | number | undefined): string | null {
  const value = String(text ?? '').replace(',', '.')
  return /^\d{1,15}(\.\d+)?$/.test(value) && decimal(value).decimalPlaces() <= 2 ? decimal(value).toFixed(2) : null
}

export function isSameAmount(a: string | null, b: string): boolean {
  return a !== null && decimal(a).equals(decimal(b))
}

/** The sum of amounts in lira, with two decimals. */
export function sumOf(amounts: readonly string[]): string {
  return amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), decimal(0)).toFixed(2)
}

/** Whether a bank's number of installments matches; banks write '' or 0 for a single payment. */
export function isSameInstallment(text: string | undefined, installment: number): boolean {
  const digits = text ?? ''
  return /^\d{0,2}$/.test(digits) && Math.max(Number(digits), 1) === installment
}

/** ISO 4217 codes. */
export const currencyNumbers: Readonly<Record<PosCurrency, string>> = { TRY: '949', USD: '840', EUR: '978' }

/** The number of installments for NestPay and Garanti; '' for a single payment. */
export function installmentText(installment: number): string {
  return installment > 1 ? String(installment) : ''
}
