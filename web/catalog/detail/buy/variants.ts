import type { ProductDetail } from '#contract/shop/product.ts'

/** The chosen value of each dimension, in the parent's order; null = none. */
export type Picked = readonly (string | null)[]
type Variants = Pick<ProductDetail, 'variants' | 'variantProducts' | 'chosen'>

export function pickedOf({ variants, chosen }: Variants): Picked {
  return variants.map((_, index) => chosen[index] ?? null)
}

/** Chooses a value. Choosing the chosen one clears it, so that every combination can be reached. */
export function withPick(picked: Picked, dimension: number, value: string): Picked {
  return picked.map((current, index) => (index === dimension ? (current === value ? null : value) : current))
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
export function isAvailable({ variantProducts }: Variants, picked: Picked, dimension: number, value: string): boolean {
  const next = picked.map((current, index) => (index === dimension ? value : current))
  return variantProducts.some((variant) => matches(variant.values, next))
}
