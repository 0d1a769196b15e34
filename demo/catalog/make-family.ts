import type { Draft } from './draft.ts'
import type { Axis, AxisValue, Kind } from './kind.ts'
import { type Making, makeProduct } from './make-product.ts'
import type { Random } from '#demo/random.ts'

/** Maximum values of each dimension, by the number of dimensions. */
const maxValues = [[], [8], [6, 4], [5, 3, 3]]
const missingShare = 0.15

/** Generates a parent with its variants. Some combinations are missing, and the parent has no stock of its own. */
export function makeFamily(making: Making): Draft {
  const { kind, random } = making
  const parent = makeProduct({ ...making, scale: 1 })
  const dimensions = kind.variants.map((label, i) => {
    const axis = axisOf(kind, label)
    return { axis, values: pickValues(axis, maxValues[kind.variants.length]?.[i] ?? 3, random) }
  })
  const made = combine(dimensions.map(({ values }) => values)).filter((_, i) => i === 0 || !random.chance(missingShare))
  const children = made.map((values) => makeVariant(making, parent, values))
  const withPrice = children.find((child) => child.units[child.defaultUnit]?.sale)
  return {
    ...parent,
    ...(withPrice && {
      units: withPrice.units.map((unit) => ({ ...unit, barcode: null })),
      currency: withPrice.currency,
    }),
    stock: [],
    equivalent: null,
    variantNames: kind.variants,
    children,
  }
}

function makeVariant(making: Making, parent: Draft, chosen: readonly AxisValue[]): Draft {
  const { kind, choice } = making
  const values = choice.values.map((value, i) => {
    const dimension = kind.variants.indexOf(kind.axes[i]?.label ?? '')
    return chosen[dimension] ?? value
  })
  const variant = makeProduct({ ...making, choice: { ...choice, values } })
  return {
    ...variant,
    category: parent.category,
    images: parent.images,
    taxRate: parent.taxRate,
    hasPlans: parent.hasPlans,
    isOnDealerList: parent.isOnDealerList,
    variantValues: chosen.map(({ text }) => text),
    stock: variant.stock.map((quantity) => Math.ceil(quantity / 4)),
  }
}

function axisOf(kind: Kind, label: string): Axis {
  const axis = kind.axes.find((each) => each.label === label)
  if (!axis) throw new RangeError(`${kind.id} has no dimension ${label}.`)
  return axis
}

/** Returns neighboring values, as the sizes of one model usually are. */
function pickValues(axis: Axis, max: number, random: Random): readonly AxisValue[] {
  const from = random.whole(0, Math.max(0, axis.values.length - max))
  return axis.values.slice(from, from + max)
}

function combine(lists: readonly (readonly AxisValue[])[]): AxisValue[][] {
  return lists.reduce<AxisValue[][]>((rows, list) => rows.flatMap((row) => list.map((value) => [...row, value])), [[]])
}
