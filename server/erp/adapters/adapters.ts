import type { ErpAdapter } from './adapter.ts'

/** Every ERP that a connection can be made to. */
export const adapters: readonly ErpAdapter[] = []
