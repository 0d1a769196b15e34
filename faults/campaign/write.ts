import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from '#cli/root.ts'
import type { Check } from './check.ts'
import type { State } from './state.ts'
import { campaignTable, countOutcomes, replaceTable } from './table.ts'

/** Writes the table of the campaign, with its date and the load of the machine, into docs/reliability.md. */
export async function writeCampaign(checks: readonly Check[], state: State): Promise<void> {
  const path = join(root, 'docs/reliability.md')
  const text = `${summaryOf(checks, state)}\n\n${campaignTable(checks, state)}`
  await writeFile(path, replaceTable(await readFile(path, 'utf8'), text))
}

export function summaryOf(checks: readonly Check[], state: State): string {
  const results = Object.values(state.results)
  const days = results.map(({ at }) => at.slice(0, 10)).toSorted()
  const when = [...new Set([days[0] ?? 'never', days.at(-1) ?? ''])].filter((day) => day !== '').join(' to ')
  const loads = results.map(({ load }) => load).toSorted((a, b) => a - b)
  const minutes = Math.round(results.reduce((sum, { seconds }) => sum + seconds, 0) / 60)
  const counts = Object.entries(countOutcomes(checks, state)).map(([outcome, count]) => `${count} ${outcome}`)
  return (
    `${checks.length} checks: ${counts.join(', ')}. Made by \`npm run faults -- --write\` and, for what had no result yet, ` +
    `\`--resume\`; one check again: \`npm run faults -- --only <check>\`. ${when}, ${minutes} minutes, ` +
    `${cpus().length} cores, load average ${(loads[0] ?? 0).toFixed(1)} to ${(loads.at(-1) ?? 0).toFixed(1)}.`
  )
}
