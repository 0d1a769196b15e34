/** Public face of the store's settings, currencies, plans and branches, and of the visitor's choices. */
export type { Plan, StoreFacts } from './facts.ts'
export { registerSettingsAdministration } from './administration.ts'
export { changeSettings } from './change-settings.ts'
export { isSettingKey, settingsOf } from './facts.ts'
export { loadStoreRow, saveSetting } from './queries.ts'
export { parseSetting } from './parse-setting.ts'
export { registerSettings } from './routes.ts'
export { loadRateAge, rateAgeOf } from './rate-age.ts'
export { loadRulesOn } from './price-rules.ts'
export { registerPlanAdministration } from './plan-administration.ts'
export { savePlans } from './save-plans.ts'
export { companyLines, companyName, storeSender } from './store-sender.ts'
export { acceptedValues } from './accepted-values.ts'
export { createStore, ratesOf, type Store } from './store.ts'
export {
  branchesFor,
  cartPlanOf,
  factsFor,
  factsOfDealer,
  listedPlans,
  mayUseBranch,
  requestedPlan,
  stampOf,
  usableCurrencies,
  type View,
  viewOf,
} from './view.ts'
