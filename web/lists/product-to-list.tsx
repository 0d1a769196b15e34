import type { Product, Unit } from '#contract/shop/product.ts'
import { AddToList } from './add-to-list.tsx'

type ProductToListProps = { product: Product; unit: Unit | undefined; quantity: number; className?: string }

/** Adds a product of a product list to a list of the dealer; nothing while a variant must be chosen. */
export function ProductToList({ product, unit, quantity, className }: ProductToListProps) {
  if (unit === undefined || product.varyantx === 0) return null
  return (
    <AddToList
      name={product.name}
      source={() => ({ kind: 'products', lines: [{ productId: product.id, unitId: unit.id, quantity }] })}
      {...(className !== undefined && { className })}
    />
  )
}
