/** The protocols of POS accounts; `server/payments/gateways` has an adapter for each. */
export const posAdapters = [
  'nestpay',
  'ccpayment',
  'craftgate',
  'iyzico',
  'payflex',
  'paytr',
  'garanti',
  'posnet',
  'akbank',
  'payfor',
  'kuveytturk',
  'param',
  'vakifkatilim',
] as const
export type PosAdapter = (typeof posAdapters)[number]

/** Currencies besides lira in which an account can charge, if its bank has a POS for them. */
export const foreignCurrencies = ['USD', 'EUR'] as const
export type ForeignCurrency = (typeof foreignCurrencies)[number]
/** Currencies that a POS account can charge. */
export const posCurrencies = ['TRY', ...foreignCurrencies] as const
export type PosCurrency = (typeof posCurrencies)[number]

/** Reads a currency's letters; null for one in which no account charges. */
export function posCurrencyOf(code: string): PosCurrency | null {
  return posCurrencies.find((each) => each === code) ?? null
}
