import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#cli/root.ts'

const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8')

/** The requirements of levels 1 and 2 in ASVS 5.0.0, as chapter.section.first-last. */
const ranges = `
  1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1 3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5
  3.7.1-2 4.1.1-3 4.2.1 4.3.1-2 4.4.1-4 5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5
  6.6.1-3 6.8.1-4 7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2 8.1.1-2 8.2.1-3 8.3.1 8.4.1 9.1.1-3 9.2.1-4
  10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1
  11.6.1 12.1.1-3 12.2.1-2 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3
  15.2.1-3 15.3.1-7 16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2`

const numbers = ranges
  .trim()
  .split(/\s+/)
  .flatMap((range) => {
    const at = range.lastIndexOf('.')
    return range
      .slice(at + 1)
      .split(',')
      .flatMap((part) => {
        const [first = 0, last = first] = part.split('-').map(Number)
        return Array.from({ length: last - first + 1 }, (_, i) => `${range.slice(0, at)}.${first + i}`)
      })
  })

const rows = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
const numberOf = ([requirement = '']: readonly string[]) => requirement.split(' ')[0] ?? ''
const stateOf = ([, state = '']: readonly string[]) => state

test('docs/asvs.md has each requirement of levels 1 and 2 once, in their order', () => {
  expect(numbers).toHaveLength(253)
  expect(rows.map(numberOf)).toEqual(numbers)
})

test('each requirement of docs/asvs.md has a topic, a state and how it is met or why not', () => {
  const isWhole = (row: readonly string[]) =>
    row.length === 4 &&
    /^[\d.]+ \S/.test(row[0] ?? '') &&
    ['met', 'does not apply', 'operator', 'open'].includes(stateOf(row)) &&
    (row[2] ?? '').length > 2
  expect(rows.filter((row) => !isWhole(row))).toEqual([])
})

test('what docs/asvs.md calls met has evidence: files that exist', () => {
  const filesOf = ([, , , evidence = '']: readonly string[]) =>
    evidence.split('<br>').map((each) => /^\[([^\]]+)\]\([^)]+\)$/.exec(each)?.[1] ?? each)
  const isFile = (file: string) => file === 'this page' || existsSync(join(root, file))
  const without = rows.filter((row) => stateOf(row) === 'met' && !filesOf(row).every(isFile))
  expect(without.map(numberOf)).toEqual([])
})

test('docs/asvs.md counts its states', () => {
  const counted = [...page.matchAll(/^\| (met|does not apply|operator|open) \| (\d+) \|/gm)]
  const counts = Map.groupBy(rows, stateOf)
  expect(counted.map(([, state = '', count]) => [state, Number(count)])).toEqual(
    ['met', 'does not apply', 'operator', 'open'].map((state) => [state, counts.get(state)?.length ?? 0]),
  )
})
