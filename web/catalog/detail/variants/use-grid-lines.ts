import { useCallback, useMemo, useState } from 'react'
import type { VariantCell } from '#contract/shop/variants.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import { typedCellQuantity } from '#domain/cart/quantity.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
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

/** The texts of a product's cells. */
export function useTexts(productId: number) {
  const [texts, setTexts] = useState<Texts>(() => drafts.get(productId) ?? new Map())
  const change = useCallback(
    (edit: (texts: Map<number, string>) => void) =>
      setTexts((before) => {
        const next = new Map(before)
        edit(next)
        for (const [id, text] of next) if (text.trim() === '') next.delete(id)
        drafts.set(productId, next)
        return next
      }),
    [productId],
  )
  return { texts, change }
}

export type GridLine = { cell: VariantCell; unitId: number; quantity: number }

export type GridLines = {
  lines: GridLine[]
  /** Texts that are no quantity. */
  invalidCount: number
  /** Quantities by unit. */
  quantities: [unit: string, quantity: Decimal][]
  /** Sum of the prices shown; null where prices are hidden. */
  amount: Decimal | null
}

/** The lines that the typed quantities make in a unit, with their totals. */
export function useGridLines(cells: readonly VariantCell[], texts: Texts, unitName: string): GridLines {
  const view = usePriceView()
  return useMemo(() => {
    const found: GridLines = { lines: [], invalidCount: 0, quantities: [], amount: decimal(0) }
    const quantities = new Map<string, Decimal>()
    for (const cell of cells) {
      const quantity = typedCellQuantity(texts.get(cell.id) ?? '')
      const unit = unitOf(cell, unitName)
      if (quantity === undefined) found.invalidCount += 1
      if (quantity == null || unit === undefined) continue
      found.lines.push({ cell, unitId: unit.id, quantity })
      quantities.set(unit.value, (quantities.get(unit.value) ?? decimal(0)).plus(quantity))
      const price = priceFor(unit, quantity)
      found.amount =
        price === undefined || found.amount === null
          ? null
          : found.amount.plus(shownPrice(price, view, { taxRate: cell.taxRate }).times(quantity))
    }
    return { ...found, quantities: [...quantities] }
  }, [cells, texts, unitName, view])
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
