import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { VariantCell } from '#contract/shop/variants.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Unit } from '#contract/shop/product.ts'
import { typedCellQuantity } from '#domain/cart/quantity.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { type PriceView, shownPrice } from '#domain/pricing/price.ts'
import type { CachedCart } from '#web/cart/cart-query.ts'
import { useCachedCart } from '#web/cart/use-cart.ts'
import { priceFor } from '#web/catalog/detail/buy/price-for.ts'
import { unitOf } from './grid-layout.ts'

/** What the cart has of a variant. */
export type InCart = { unit: string; multiplier: number; quantity: number }

/** What the cart has of the variants, by product. */
export function useVariantsInCart(cells: readonly VariantCell[]): ReadonlyMap<number, InCart[]> {
  const ids = useMemo(() => new Set(cells.map(({ id }) => id)), [cells])
  const select = useCallback(
    ({ items }: CachedCart) => items.filter(({ product }) => ids.has(product.id)).map(inCart),
    [ids],
  )
  const found = useCachedCart(select)
  return useMemo(() => Map.groupBy(found ?? [], ({ productId }) => productId), [found])
}

const inCart = ({ product, productUnit: { value, multiplier }, quantity }: CartItem) => {
  return { productId: product.id, unit: value, multiplier, quantity }
}

/** What was typed, by variant; empty texts are left out. */
export type Texts = ReadonlyMap<number, string>

/** Unsent quantities by product: they survive a visit to another page, not a reload. */
const drafts = new Map<number, Texts>()

/** The texts of a product's cells. Each cell watches its own, so that typing renders one cell. */
export function createTextStore(productId: number) {
  const watchers = new Set<() => void>()
  let texts: Texts = drafts.get(productId) ?? new Map()
  return {
    get: () => texts,
    watch(watcher: () => void) {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
    change(edit: (texts: Map<number, string>) => void): void {
      const next = new Map(texts)
      edit(next)
      for (const [id, text] of next) if (text.trim() === '') next.delete(id)
      texts = next
      drafts.set(productId, next)
      for (const watcher of watchers) watcher()
    },
  }
}
export type TextStore = ReturnType<typeof createTextStore>

export const useTexts = (store: TextStore): Texts => useSyncExternalStore(store.watch, store.get, store.get)

export function useCellText(store: TextStore, id: number): string {
  const read = () => store.get().get(id) ?? ''
  return useSyncExternalStore(store.watch, read, read)
}

export type GridLine = { cell: VariantCell; unit: Unit; quantity: number }

export type GridLines = {
  lines: GridLine[]
  /** Texts that are no quantity. */
  invalidCount: number
  /** Quantities by unit. */
  quantities: [unit: string, quantity: Decimal][]
  /** Sum of the prices shown; null where prices are hidden. */
  amount: Decimal | null
}

/** The lines that the typed quantities make in a unit. */
export function linesOf(cells: readonly VariantCell[], texts: Texts, unitName: string): GridLine[] {
  return cells.flatMap((cell) => {
    const quantity = typedCellQuantity(texts.get(cell.id) ?? '')
    const unit = unitOf(cell, unitName)
    return quantity == null || unit === undefined ? [] : [{ cell, unit, quantity }]
  })
}

/** The lines with their totals. */
export function totalsOf(cells: readonly VariantCell[], texts: Texts, unitName: string, view: PriceView): GridLines {
  const lines = linesOf(cells, texts, unitName)
  const quantities = new Map<string, Decimal>()
  let amount: Decimal | null = decimal(0)
  for (const { cell, unit, quantity } of lines) {
    quantities.set(unit.value, (quantities.get(unit.value) ?? decimal(0)).plus(quantity))
    const price = priceFor(unit, quantity)
    const line = price && shownPrice(price, view, { taxRate: cell.taxRate }).times(quantity)
    amount = line === undefined || amount === null ? null : amount.plus(line)
  }
  const invalidCount = cells.filter(({ id }) => typedCellQuantity(texts.get(id) ?? '') === undefined).length
  return { lines, invalidCount, quantities: [...quantities], amount }
}

/** How many cells have a quantity, by the value of a dimension. */
export function countsByValue(
  cells: readonly VariantCell[],
  dimension: number,
  texts: Texts,
): ReadonlyMap<string, number> {
  const filled = cells.filter(({ id }) => typedCellQuantity(texts.get(id) ?? '') != null)
  const groups = Map.groupBy(filled, ({ values }) => values[dimension] ?? '')
  return new Map([...groups].map(([value, group]) => [value, group.length]))
}
