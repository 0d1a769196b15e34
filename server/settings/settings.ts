/** Public face of the store's settings, currencies, plans and branches, and of the visitor's own choices. */
export { isSettingKey, settingsOf } from './facts.ts'
export { loadStoreRow, resetSetting, savePlans, saveSetting } from './queries.ts'
export { registerSettings } from './routes.ts'
export { createStore, type Store } from './store.ts'
export { cartPlanOf, mayUseBranch, offeredPlans, stampOf, type View, viewOf } from './view.ts'
