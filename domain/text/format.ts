import { type Decimal, decimal } from '#domain/money/money.ts'

const symbols: Readonly<Record<string, string>> = {
  ...{ TRY: '₺', TL: '₺', USD: '$', EUR: '€', GBP: '£', JPY: '¥', RUB: '₽', UAH: '₴', AZN: '₼', GEL: '₾', KZT: '₸' },
  ...{ INR: '₹', ILS: '₪', KRW: '₩', CNY: 'CN¥' },
}

/** The symbol of a currency, e.g. ₺; its code if it has none. */
export function currencySymbol(currency: string): string {
  return symbols[currency] ?? currency
}

/** Turkish notation with grouped thousands: 1.234,56. Rounds half away from zero. */
export function formatNumber(value: Decimal | number | string, decimals: number): string {
  const [whole = '0', fraction] = decimal(value).toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '.')
  return fraction === undefined ? grouped : `${grouped},${fraction}`
}

/** Turkish money (catalogue, section 9): symbol and 2 decimals, e.g. ₺1.234,56; the minus sign is before the symbol. */
export function formatMoney(value: Decimal | number | string, currency: string, decimals = 2): string {
  const amount = decimal(value)
  const text = `${symbols[currency] ?? `${currency} `}${formatNumber(amount.abs(), decimals)}`
  return amount.toDecimalPlaces(decimals).lessThan(0) ? `−${text}` : text
}

/** A quantity: whole numbers without decimals, otherwise at most 3, e.g. 1.240 or 2,5. */
export function formatQuantity(value: number | string): string {
  const amount = decimal(value)
  return formatNumber(amount, Math.min(3, amount.decimalPlaces()))
}
