import { brands } from '#demo/catalog/brands.ts'
import { capacityOf, familyCapacityOf } from '#demo/catalog/choices.ts'
import type { Drawing } from '#demo/images/drawings.ts'
import type { PaletteName } from '#demo/images/palettes.ts'
import type { Kind } from '#demo/catalog/kind.ts'
import { departments } from '#demo/catalog/kinds/departments.ts'
import { createRandom } from './random.ts'

export const kinds: readonly Kind[] = departments.flatMap((department) => department.kinds)

/** A step of the list: the next product of a kind, or the next parent with variants. */
export type PlannedProduct = { kind: Kind; n: number; isFamily: boolean }

/** The palettes in which each product kind is drawn. */
export function palettesOfKinds(): { id: Drawing; palettes: Set<PaletteName> }[] {
  const palettes = new Map(brands.map(({ prefix, palette }) => [prefix, palette]))
  return kinds.map(({ id, brands: makers }) => ({
    id,
    palettes: new Set(makers.flatMap((prefix) => palettes.get(prefix) ?? [])),
  }))
}

const familyShare = 0.03
/** Enough for variants of one, two and three dimensions in the smallest store. */
const minFamilies = 9

/** Generates the order of the kinds, the same for a seed: shuffled, so that every page of the list is mixed. */
export function* planProducts(count: number, seed: number): Generator<PlannedProduct> {
  const families = distribute(Math.max(minFamilies, Math.round(count * familyShare)), kinds.map(familyCapacityOf))
  const familyCount = sum(families)
  const singles = distribute(count - familyCount, kinds.map(capacityOf))
  const order = new Uint8Array(count)
  let filled = 0
  for (const [index, amount] of [...families, ...singles].entries()) {
    order.fill(index, filled, filled + amount)
    filled += amount
  }
  shuffle(order, seed)
  const taken = new Uint32Array(kinds.length * 2)
  for (const index of order) {
    const kind = kinds[index % kinds.length] as Kind
    yield { kind, n: taken[index] ?? 0, isFamily: index < kinds.length }
    taken[index] = (taken[index] ?? 0) + 1
  }
}

/** Distributes an amount evenly, up to nine tenths of each capacity. The first ones get the remainder. */
function distribute(amount: number, capacities: readonly number[]): number[] {
  const shares = capacities.map(() => 0)
  const limit = (i: number) => Math.floor((capacities[i] ?? 0) * 0.9)
  for (let left = amount; left > 0; ) {
    const open = [...shares.keys()].filter((i) => (shares[i] ?? 0) < limit(i))
    if (open.length === 0) return shares
    const each = Math.max(1, Math.floor(left / open.length))
    for (const i of dimensionsFirst(open)) {
      const taken = Math.min(each, limit(i) - (shares[i] ?? 0), left)
      shares[i] = (shares[i] ?? 0) + taken
      left -= taken
    }
  }
  return shares
}

/** Puts kinds with three dimensions of variants first, so that even the smallest store has some. */
function dimensionsFirst(indexes: readonly number[]): number[] {
  const rank = (i: number) => (kinds[i]?.variants.length === 3 ? 0 : 1)
  return indexes.toSorted((a, b) => rank(a) - rank(b))
}

function shuffle(items: Uint8Array, seed: number): void {
  const random = createRandom(seed)
  for (let i = items.length - 1; i > 0; i -= 1) {
    const j = random.whole(0, i)
    const item = items[i] ?? 0
    items[i] = items[j] ?? 0
    items[j] = item
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
