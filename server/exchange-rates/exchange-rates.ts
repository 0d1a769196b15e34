/** Public face of currencies, exchange rates and their history. */
export { registerCurrencyAdministration } from './administration.ts'
export { addCurrency, type CurrencyProblem, removeCurrency, setDefaultCurrency } from './currencies.ts'
export { countEndedRates, endedRatesSql, listCurrencies, listRates, loadHistory, loadRatesAt } from './queries.ts'
export { stateRate } from './state-rate.ts'
export {
  type NewRate,
  type RateRefusal,
  type RateOutcome,
  type SavedRate,
  saveEachRate,
  saveRates,
} from './save-rates.ts'
export {
  type Bulletin,
  type BulletinProblem,
  bulletinTime,
  readBulletin,
  readDay,
  tcmbColumns,
} from './tcmb.ts'
