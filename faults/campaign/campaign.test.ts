import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { runCampaign } from './campaign.ts'
import { type Check, LeftOutError, type Run } from './check.ts'
import { readState } from './state.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

const ran: string[] = []
const program = (name: string, work: (run: Run) => void = () => {}) => ({
  name,
  fault: `${name} fails`,
  holds: 'all',
  async program(run: Run) {
    ran.push(name)
    work(run)
    return { counts: { runs: 1 } }
  },
})
const checks: Check[] = [
  program('first'),
  program('breaks', () => {
    throw new Error('an order is lost')
  }),
  program('root', () => {
    throw new LeftOutError('needs root')
  }),
  { name: 'tested', fault: '', holds: '', tests: [{ file: 'a.test.ts' }] },
  { name: 'untested', fault: '', holds: '', tests: [{ file: 'b.test.ts' }] },
]
const runTests = async () => [{ file: 'a.test.ts', names: ['one'], isPassed: true }]

const options = (name: string, more: object = {}) => ({
  checks,
  stateFile: join(folder.path, name),
  minutes: 1,
  resumes: false,
  prepare: async () => void ran.push('prepared'),
  runTests,
  log: () => {},
  ...more,
})

test('each check has a result, whatever happens to the others', async () => {
  const stored = options('all.json')
  const { results } = await runCampaign(stored)
  expect(Object.entries(results).map(([part, { outcome, reason = '' }]) => [part, outcome, reason])).toEqual([
    ['first', 'held', ''],
    ['breaks', 'broken', 'an order is lost'],
    ['root', 'left out', 'needs root'],
    ['tested (tests)', 'held', ''],
    ['untested (tests)', 'broken', 'b.test.ts › every test: did not run'],
  ])
  expect(await readState(stored.stateFile)).toEqual({ results })
})

test('a run ends with its time, and the next one continues where it ended', async () => {
  const stored = options('resumed.json', { minutes: 0 })
  ran.length = 0
  expect(await runCampaign(stored)).toEqual({ results: {} })
  await runCampaign({ ...stored, minutes: 1, only: ['first'], resumes: true })
  await runCampaign({ ...stored, minutes: 1, resumes: true })
  expect(ran).toEqual(['prepared', 'prepared', 'first', 'prepared', 'breaks', 'root'])
  // A named check runs again, and its figures add up.
  const { results } = await runCampaign({ ...stored, minutes: 1, only: ['first'], resumes: true })
  expect(results['first']?.figures.counts).toEqual({ runs: 2 })
})

test('a new run of named checks keeps the results of the others', async () => {
  const stored = options('named.json')
  await runCampaign(stored)
  const { results } = await runCampaign({ ...stored, only: ['first'] })
  expect(results['first']?.figures.counts).toEqual({ runs: 1 })
  expect(results['breaks']?.outcome).toBe('broken')
})

test('a program knows when its time has passed', async () => {
  const seen: boolean[] = []
  const short = program('short', ({ isOver }) => void seen.push(isOver()))
  await runCampaign(options('short.json', { checks: [short], minutes: 1 }))
  expect(seen).toEqual([false])
})
