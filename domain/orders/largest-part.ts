/**
 * A line as a part of the cart may take it. `unit`: what one unit costs, a whole number of the smallest share of a lira that
 * is calculated with. `max`: how many units may be taken at most.
 */
export type PartLine = { unit: number; max: number }

/** Quantities by line. `isExact`: no other part is worth more. */
export type LargestPart = { quantities: number[]; amount: number; isExact: boolean }

/** Lines that cost the same are one: which of them is taken makes no difference. */
type Group = { unit: number; max: number; lines: number[] }

/** States that the search looks at before it settles for what it has found. */
const stepsMax = 50_000

/**
 * The part of a cart that is worth most without exceeding `capacity`; parts that differ by less than `finest` are the same.
 *
 * Tries the dearest lines first and as many units of each as fit, so that the first result is the greedy one; then it
 * improves on it with the cheaper lines. A state, the line and what is left of the capacity, is looked at once, and left
 * when all the lines behind it could not reach the best result. Carts with fewer states than `steps` are solved exactly, at
 * least those of 15 single units; larger ones get the best result found until then, which with many cheap lines is
 * rarely more than one of their units away.
 */
export function largestPart(
  lines: readonly PartLine[],
  capacity: number,
  { steps = stepsMax, finest = 1 }: { steps?: number; finest?: number } = {},
): LargestPart {
  const groups = groupByUnit(lines, capacity)
  const behind = sumsBehind(groups)
  const seen = groups.map(() => new Set<number>())
  const path: number[] = []
  let best = { amount: 0, path: [] as number[] }
  let left = steps

  /** Returns whether the search is over. */
  function search(from: number, used: number): boolean {
    const at = firstThatFits(groups, from, capacity - used)
    const group = capacity - used < finest ? undefined : groups[at]
    if (group === undefined) {
      // Nothing more fits: the end of a path is worth more than its beginnings.
      if (used > best.amount) best = { amount: used, path: [...path] }
      return capacity - best.amount < finest
    }
    if (used + (behind[at] ?? 0) <= best.amount || seen[at]?.has(used) === true) return false
    seen[at]?.add(used)
    left -= 1
    if (left < 0 && best.amount > 0) return true
    const most = Math.min(group.max, Math.floor((capacity - used) / group.unit))
    for (let taken = most; taken >= 0; taken -= 1) {
      path.push(at, taken)
      const isOver = search(at + 1, used + taken * group.unit)
      path.length -= 2
      if (isOver) return true
    }
    return false
  }
  search(0, 0)
  return { quantities: share(lines, groups, best.path), amount: best.amount, isExact: left >= 0 }
}

/** The dearest first. Lines of which nothing fits are left out. */
function groupByUnit(lines: readonly PartLine[], capacity: number): Group[] {
  const groups = new Map<number, Group>()
  for (const [at, { unit, max }] of lines.entries()) {
    if (max <= 0 || unit <= 0 || unit > capacity) continue
    const group = groups.get(unit) ?? { unit, max: 0, lines: [] }
    group.max += max
    group.lines.push(at)
    groups.set(unit, group)
  }
  return [...groups.values()].toSorted((a, b) => b.unit - a.unit)
}

/** What all groups from this one on are worth. */
function sumsBehind(groups: readonly Group[]): number[] {
  const sums = groups.map(({ unit, max }) => unit * max)
  for (let at = sums.length - 2; at >= 0; at -= 1) sums[at] = (sums[at] ?? 0) + (sums[at + 1] ?? 0)
  return sums
}

/** The first group from `from` on of which one unit fits; groups are sorted by their unit. */
function firstThatFits(groups: readonly Group[], from: number, capacity: number): number {
  let [low, high] = [from, groups.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((groups[middle]?.unit ?? 0) > capacity) low = middle + 1
    else high = middle
  }
  return low
}

/** Shares what is taken of a group among its lines, the first ones first. */
function share(lines: readonly PartLine[], groups: readonly Group[], path: readonly number[]): number[] {
  const quantities = lines.map(() => 0)
  for (let at = 0; at < path.length; at += 2) {
    let taken = path[at + 1] ?? 0
    for (const line of groups[path[at] ?? -1]?.lines ?? []) {
      const own = Math.min(taken, lines[line]?.max ?? 0)
      quantities[line] = own
      taken -= own
    }
  }
  return quantities
}
