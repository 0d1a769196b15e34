import type { AxisValue, Kind } from './kind.ts'
import { hashText } from '#demo/random.ts'

/** Identifies one product of a kind by brand, series and a value of every axis. */
export type Choice = { brand: string; series: number; values: readonly AxisValue[] }

/** The first series of a kind with variants contains only variants; the other series contain single products. */
function familySeries(kind: Kind): number {
  return kind.variants.length > 0 ? 1 : 0
}

/** The number of different products without variants that a kind can generate. */
export function capacityOf(kind: Kind): number {
  return combinations(kind) * kind.brands.length * (kind.series.length - familySeries(kind))
}

/** The number of different parents with variants that a kind can generate. */
export function familyCapacityOf(kind: Kind): number {
  if (familySeries(kind) === 0) return 0
  const free = kind.axes.filter(({ label }) => !kind.variants.includes(label))
  return free.reduce((product, axis) => product * axis.values.length, kind.brands.length)
}

function combinations(kind: Kind): number {
  return kind.axes.reduce((product, axis) => product * axis.values.length, 1)
}

/** Returns the nth choice of a kind, spread over all of them. Numbers below the capacity give different choices. */
export function choiceAt(kind: Kind, n: number, seed: number): Choice {
  let rest = scatter(n, capacityOf(kind), startOf(kind, seed))
  const values = kind.axes.map((axis) => {
    const value = axis.values[rest % axis.values.length]
    rest = Math.floor(rest / axis.values.length)
    return value as AxisValue
  })
  const brand = kind.brands[rest % kind.brands.length] as string
  const series = Math.floor(rest / kind.brands.length) + familySeries(kind)
  return { brand, series, values }
}

/** Returns the nth parent: its brand and the values of the axes that do not vary; the other axes are empty. */
export function familyAt(kind: Kind, n: number, seed: number): Choice {
  let rest = scatter(n, familyCapacityOf(kind), startOf(kind, seed))
  const values = kind.axes.map((axis) => {
    if (kind.variants.includes(axis.label)) return { text: '', code: '', factor: 1 }
    const value = axis.values[rest % axis.values.length]
    rest = Math.floor(rest / axis.values.length)
    return value as AxisValue
  })
  return { brand: kind.brands[rest] as string, series: 0, values }
}

function startOf(kind: Kind, seed: number): number {
  return hashText(`${kind.id} ${seed}`)
}

/** Maps 0 … size − 1 to itself one-to-one, in steps that share no divisor with the size. */
function scatter(n: number, size: number, start: number): number {
  let step = Math.max(1, Math.floor(size * 0.618_034))
  while (commonDivisor(step, size) !== 1) step += 1
  return (n * step + (start % size)) % size
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}
