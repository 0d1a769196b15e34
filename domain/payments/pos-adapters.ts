/** The protocols of POS accounts; `server/payments/gateways` has an adapter for each. */
export const posAdapters = [
  'nestpay',
  'iyzico',
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

/** Currencies that a POS account can charge. */
export const posCurrencies = ['TRY', 'USD', 'EUR'] as const
export type PosCurrency = (typeof posCurrencies)[number]
