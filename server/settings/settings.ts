/** Public face of the store's settings, currencies, plans and branches, and of the visitor's own choices. */
export { type Branch, type Plan, type StoreFacts, isSettingKey } from './facts.ts'
export { loadStoreRow, saveSetting } from './queries.ts'
export { registerSettings } from './routes.ts'
export { createStore, type Store } from './store.ts'
export { branchesFor, chosenCurrency, mayUseBranch, offeredPlans, usableCurrencies, type View, viewOf } from './view.ts'
