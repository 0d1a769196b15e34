/** Public face of the store's settings, currencies, plans and branches, and of the visitor's own choices. */
export { isSettingKey } from './facts.ts'
export { loadStoreRow, saveSetting } from './queries.ts'
export { registerSettings } from './routes.ts'
export { createStore, type Store } from './store.ts'
export { offeredPlans, type View, viewOf } from './view.ts'
