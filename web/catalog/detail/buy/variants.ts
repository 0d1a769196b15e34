import type { ProductDetail } from '#contract/shop/product.ts'

/** The chosen value of each dimension, in the parent's order; null = none. */
export type Picked = readonly (string | null)[]
type Variants = Pick<ProductDetail, 'variants' | 'variantProducts' | 'chosen'>

export function pickedOf({ variants, chosen }: Variants): Picked {
  return variants.map((_, index) => chosen[index] ?? null)
}

/**
 * Chooses a value, and clears the choices in other dimensions that no variant has together with it; of two that exclude
 * each other, the first one stays. Choosing the chosen value clears it.
 */
export function withPick(product: Variants, picked: Picked, dimension: number, value: string): Picked {
  if (picked[dimension] === value) return picked.with(dimension, null)
  const only = picked.map((_, index) => (index === dimension ? value : null))
  return picked.reduce<Picked>((next, current, index) => {
    const isKept = index !== dimension && current !== null && isAvailable(product, next, index, current)
    return isKept ? next.with(index, current) : next
  }, only)
}

function matches(values: readonly { name: string }[], picked: Picked): boolean {
  return picked.every((value, index) => value === null || values[index]?.name === value)
}

/** The variant of a complete combination. */
export function findVariant(
  { variantProducts }: Variants,
  picked: Picked,
): ProductDetail['variantProducts'][number] | undefined {
  if (picked.includes(null)) return undefined
  return variantProducts.find((variant) => matches(variant.values, picked))
}

/** Whether a value exists together with the choices in the other dimensions. */
export function isAvailable(
  { variantProducts }: Pick<Variants, 'variantProducts'>,
  picked: Picked,
  dimension: number,
  value: string,
): boolean {
  return variantProducts.some((variant) => matches(variant.values, picked.with(dimension, value)))
}
