import { useState } from 'react'
import type { Product, Unit } from '#contract/shop/product.ts'
import type { AddButton } from '#domain/stock/add-button.ts'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { useAskedUnit } from '#web/product/asked-unit.ts'
import { quantityLimit } from '#web/product/quantity-stepper.tsx'
import { useAddOutcome, useStockRule } from '#web/product/use-add-outcome.ts'
import { useQuantityInCart } from '#web/cart/use-cart.ts'

export type Buying = {
  unit: Unit | undefined
  chooseUnit(id: number): void
  quantity: number
  setQuantity(quantity: number): void
  /** Largest quantity that stock covers; undefined if unknown. */
  limit: number | undefined
  outcome: AddButton
  /** Whether the product can be added; otherwise a help line replaces unit and quantity. */
  isOpen: boolean
  /** Whether the visitor's role has a cart: otherwise nothing is chosen but the unit. */
  mayFill: boolean
}

/** The unit and quantity to add, and the state of the add button. */
export function useBuying(product: Product): Buying {
  const asked = useAskedUnit(product)
  const [chosen, setChosen] = useState<{ id: number; visit: string | undefined }>()
  const unitId = (chosen !== undefined && chosen.visit === asked?.visit ? chosen : asked?.unit)?.id
  const [chosenQuantity, setQuantity] = useState<number>()
  const unit =
    product.units.find(({ id }) => id === unitId) ?? product.units.find(({ id }) => id === product.defaultUnit)
  const inCart = useQuantityInCart(product.id)
  const rule = useStockRule()
  const outcome = useAddOutcome(product, unit)
  const mayFill = useMayFillCart()
  return {
    unit,
    chooseUnit: (id) => setChosen({ id, visit: asked?.visit }),
    quantity: chosenQuantity ?? unit?.terms?.allowed?.least ?? 1,
    setQuantity,
    limit: quantityLimit(product, unit, inCart, rule),
    outcome,
    isOpen: outcome === 'add' || outcome === 'ask_unit_stock',
    mayFill,
  }
}
