/** Public face of changes of placed orders: lines that staff changes, and what dealers answer. */
export { registerOrderChanges } from './routes.ts'
