/** What a program measured. Repeated runs add up. */
export type Figures = {
  /** Added over runs. */
  counts?: Record<string, number>
  /** Milliseconds; the maximum of all runs. */
  longest?: Record<string, number>
  /** What is neither; those of the last run. */
  notes?: readonly string[]
}

export function addFigures(first: Figures, second: Figures): Figures {
  const merged = (
    one: Record<string, number> = {},
    two: Record<string, number> = {},
    join: (a: number, b: number) => number,
  ) => {
    const names = new Set([...Object.keys(one), ...Object.keys(two)])
    return Object.fromEntries([...names].map((name) => [name, join(one[name] ?? 0, two[name] ?? 0)]))
  }
  return {
    counts: merged(first.counts, second.counts, (a, b) => a + b),
    longest: merged(first.longest, second.longest, Math.max),
    notes: second.notes ?? first.notes ?? [],
  }
}

/** One line of text: `12 kills, 1,340 orders; longest outage 3.4 s`. */
export function describeFigures({ counts = {}, longest = {}, notes = [] }: Figures): string {
  const counted = Object.entries(counts).map(([name, value]) => `${value.toLocaleString('en-US')} ${name}`)
  const timed = Object.entries(longest).map(([name, value]) => `${name} ${secondsText(value)}`)
  return [counted.join(', '), timed.join(', '), ...notes].filter((part) => part !== '').join('; ')
}

export const secondsText = (milliseconds: number) =>
  milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
