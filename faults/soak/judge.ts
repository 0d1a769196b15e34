/** One measured quantity over time, in even steps. */
export type Series = {
  name: string
  values: readonly number[]
  unit: string
  /** By how much the last third may exceed the second one besides 10 %, in the unit: small figures jump. */
  slack: number
  /** Depends on what else runs on the machine: only steady growth counts. */
  isNoisy?: boolean
}

export type Verdict = {
  /** `380 → 384 MB`: the means of the second and of the last third. */
  text: string
  /** Why the quantity is not flat; null if it is. */
  problem: string | null
}

const maxGrowth = 1.1
/** Parts of the last two thirds, each of which has to exceed the one before for a steady growth. */
const parts = 5

/**
 * Whether a quantity stays flat: the last third within 10 % of the second one, and no steady growth. The first third is left
 * out: caches fill, code is compiled. Throws for fewer values than a judgement needs.
 */
export function judgeSeries({ name, values, unit, slack, isNoisy = false }: Series): Verdict {
  const third = Math.floor(values.length / 3)
  if (third * 2 < parts) throw new Error(`${values.length} values of ${name} are too few: let the soak run longer.`)
  const [second, last] = [meanOf(values.slice(third, third * 2)), meanOf(values.slice(-third))]
  const text = `${format(second)} → ${format(last)} ${unit}`.trim()
  const exceeds = last > second * maxGrowth + slack
  const steady = growsSteadily(values.slice(third)) && last > second + slack
  const problem = exceeds && !isNoisy ? 'more than 10 % above the second third' : 'grows steadily'
  return { text, problem: (exceeds && !isNoisy) || steady ? `${name}: ${text}, ${problem}` : null }
}

/** Each part is above the one before, and the whole growth is more than a twentieth. */
function growsSteadily(values: readonly number[]): boolean {
  const size = values.length / parts
  const means = Array.from({ length: parts }, (_, i) =>
    meanOf(values.slice(Math.floor(i * size), Math.floor((i + 1) * size))),
  )
  const [first = 0] = means
  return means.every((mean, i) => i === 0 || mean > (means[i - 1] ?? 0)) && (means.at(-1) ?? 0) > first * 1.05
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const format = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US'))
