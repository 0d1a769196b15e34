import type { Brand } from './brands.ts'
import type { Kind } from './kind.ts'

export type UnitDraft = {
  name: string
  multiplier: number
  barcode: string | null
  /** Price before tax in the product's currency; null: no price of its own; 0: price on request. */
  sale: number | null
  list: number | null
}

/** A generated product without ids. */
export type Draft = {
  kind: Kind
  brand: Brand
  model: string
  category: string
  code: string
  name: string
  currency: string
  units: readonly UnitDraft[]
  defaultUnit: number
  hasPlans: boolean
  isOnDealerList: boolean
  taxRate: number | null
  description: string
  attributes: readonly (readonly [string, string])[]
  meta: { title: string; description: string; keywords: string } | null
  equivalent: string | null
  ozelkod: string | null
  ozelkod2: string | null
  images: readonly string[]
  /** Base units in each warehouse; empty for a parent, whose stock is in its variants. */
  stock: readonly number[]
  /** Days since it was added. */
  age: number
  variantNames: readonly string[] | null
  variantValues: readonly string[] | null
  children: readonly Draft[]
}

/** Running numbers over all products of a store. */
export type Counters = {
  codes: Set<string>
  barcodes: Map<string, number>
  shelves: Map<string, number>
  equivalents: Map<string, string[]>
  specialCode: number
}

export function createCounters(): Counters {
  return { codes: new Set(), barcodes: new Map(), shelves: new Map(), equivalents: new Map(), specialCode: 100_000 }
}

export function nextNumber(numbers: Map<string, number>, key: string): number {
  const number = (numbers.get(key) ?? 0) + 1
  numbers.set(key, number)
  return number
}
