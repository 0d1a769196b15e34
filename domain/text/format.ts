import { type Decimal, decimal } from '#domain/money/money.ts'

const symbols: Readonly<Record<string, string>> = {
  ...{ TRY: '₺', TL: '₺', USD: '$', EUR: '€', GBP: '£', JPY: '¥', RUB: '₽', UAH: '₴', AZN: '₼', GEL: '₾', KZT: '₸' },
  ...{ INR: '₹', ILS: '₪', KRW: '₩', CNY: 'CN¥' },
}

/** The sign of a currency, e.g. ₺; one without has its code. */
export function currencySymbol(currency: string): string {
  return symbols[currency] ?? currency
}

/** Digits in groups of three, Turkish marks: 1.234,56. Half away from zero. */
export function formatNumber(value: Decimal | number | string, decimals: number): string {
  const [whole = '0', fraction] = decimal(value).toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '.')
  return fraction === undefined ? grouped : `${grouped},${fraction}`
}

/** Turkish money (catalogue, section 9): symbol, 2 decimals, e.g. ₺1.234,56; minus before the symbol. */
export function formatMoney(value: Decimal | number | string, currency: string, decimals = 2): string {
  const amount = decimal(value)
  const text = `${symbols[currency] ?? `${currency} `}${formatNumber(amount.abs(), decimals)}`
  return amount.toDecimalPlaces(decimals).lessThan(0) ? `−${text}` : text
}

/** A quantity: whole numbers without decimals, else at most 3, e.g. 1.240 or 2,5. */
export function formatQuantity(value: number | string): string {
  const amount = decimal(value)
  return formatNumber(amount, Math.min(3, amount.decimalPlaces()))
}
