import { type Decimal, decimal } from '#domain/money/money.ts'

const symbols: Readonly<Record<string, string>> = {
  ...{ TRY: '₺', TL: '₺', USD: '$', EUR: '€', GBP: '£', JPY: '¥', RUB: '₽', UAH: '₴', AZN: '₼', GEL: '₾', KZT: '₸' },
  ...{ INR: '₹', ILS: '₪', KRW: '₩', CNY: 'CN¥' },
}

/** The symbol of a currency, e.g. ₺; its code if it has none. */
export function currencySymbol(currency: string): string {
  return symbols[currency] ?? currency
}

/** Numbers as a page or a document of one language shows them. */
export type Formats = Readonly<{
  /** Grouped thousands and a fixed number of decimals. Rounds half away from zero. */
  formatNumber(this: void, value: Decimal | number | string, decimals: number): string
  /** Symbol and 2 decimals, e.g. ₺1.234,56 (catalogue, section 9); the minus sign is before the symbol. */
  formatMoney(this: void, value: Decimal | number | string, currency: string, decimals?: number): string
  /** Whole numbers without decimals, otherwise at most 3, e.g. 1.240 or 2,5. */
  formatQuantity(this: void, value: number | string): string
}>

function createFormats(isEnglish: boolean): Formats {
  const [group, sign] = isEnglish ? [',', '.'] : ['.', ',']
  const formatNumber: Formats['formatNumber'] = (value, decimals) => {
    const [whole = '0', fraction] = decimal(value).toFixed(decimals).split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, group)
    return fraction === undefined ? grouped : `${grouped}${sign}${fraction}`
  }
  const formatQuantity: Formats['formatQuantity'] = (value) =>
    formatNumber(value, Math.min(3, decimal(value).decimalPlaces()))
  return {
    formatNumber,
    formatQuantity,
    formatMoney(value, currency, decimals = 2) {
      const amount = decimal(value)
      const text = `${symbols[currency] ?? `${currency} `}${formatNumber(amount.abs(), decimals)}`
      return amount.toDecimalPlaces(decimals).lessThan(0) ? `−${text}` : text
    },
  }
}

/** Decimals to show of a stored price: all, but never three, so that prices in a list are easy to compare. */
export const priceDecimals = (value: Decimal | number | string): number => (decimal(value).decimalPlaces() > 2 ? 4 : 2)

const english = createFormats(true)

/** Numbers as forms and calls have them: Turkish notation, whatever the language of the page (decision 026). */
export const formFormats = createFormats(false)

/** English notation (1,234.56) for English, otherwise Turkish notation (1.234,56). */
export function formatsOf(language: string): Formats {
  return language === 'en' ? english : formFormats
}
