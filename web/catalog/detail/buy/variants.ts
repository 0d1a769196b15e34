import type { ProductDetail } from '#contract/shop/product.ts'

/** The chosen value of each dimension, in the parent's order; null = none. */
export type Picked = readonly (string | null)[]
type Variants = Pick<ProductDetail, 'variants' | 'variantProducts' | 'chosen'>

export function pickedOf({ variants, chosen }: Variants): Picked {
  return variants.map((_, at) => chosen[at] ?? null)
}

/** Chooses a value. Choosing the chosen one clears it, so that every combination can be reached. */
export function withPick(picked: Picked, dimension: number, value: string): Picked {
  return picked.map((held, at) => (at === dimension ? (held === value ? null : value) : held))
}

function holds(values: readonly { name: string }[], picked: Picked): boolean {
  return picked.every((value, at) => value === null || values[at]?.name === value)
}

/** The variant of a complete combination. */
export function findVariant(
  { variantProducts }: Variants,
  picked: Picked,
): ProductDetail['variantProducts'][number] | undefined {
  if (picked.includes(null)) return undefined
  return variantProducts.find((variant) => holds(variant.values, picked))
}

/** Whether a value exists together with the choices in the other dimensions. */
export function isPossible({ variantProducts }: Variants, picked: Picked, dimension: number, value: string): boolean {
  const wanted = picked.map((held, at) => (at === dimension ? value : held))
  return variantProducts.some((variant) => holds(variant.values, wanted))
}
