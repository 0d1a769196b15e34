import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { addResult, readState, type Result, saveState, type State, testsOf } from './state.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

const held: Result = {
  outcome: 'held',
  figures: { counts: { kills: 10 } },
  seconds: 30,
  at: '2026-11-30T02:00:00.000Z',
  load: 3,
}
const broken: Result = { ...held, outcome: 'broken', reason: '1 order is lost', at: '2026-11-30T03:00:00.000Z' }
const none: State = { results: {} }

test('a campaign is read as it was saved, and begins without a file', async () => {
  const path = join(folder.path, 'deeper', 'faults.json')
  expect(await readState(path)).toEqual(none)
  const state = addResult(none, 'clock', held)
  await saveState(path, state)
  await saveState(path, state)
  expect(await readState(path)).toEqual(state)
})

test('a damaged file is reported, not replaced', async () => {
  const path = join(folder.path, 'damaged.json')
  await writeFile(path, '{"results":')
  await expect(readState(path)).rejects.toThrow('JSON')
})

test('a repeated check adds its figures and its time, and what broke once stays broken', () => {
  const twice = addResult(addResult(none, 'kills', held), 'kills', held)
  expect(twice.results['kills']).toMatchObject({ outcome: 'held', figures: { counts: { kills: 20 } }, seconds: 60 })
  const after = addResult(addResult(twice, 'kills', broken), 'kills', held)
  expect(after.results['kills']).toMatchObject({
    outcome: 'broken',
    reason: '1 order is lost',
    figures: { counts: { kills: 40 } },
    at: held.at,
  })
})

test('tests that run again are counted once', () => {
  const part = testsOf('kills')
  const tests: Result = { ...held, figures: { counts: { tests: 11 } } }
  const state = addResult(addResult(none, part, tests), part, tests)
  expect(state.results[part]).toMatchObject({ figures: { counts: { tests: 11 } }, seconds: 60 })
})

test('a check that was left out is replaced by its first run', () => {
  const out: Result = { ...held, outcome: 'left out', reason: 'needs root', figures: {} }
  expect(addResult(addResult(none, 'disk', out), 'disk', held).results['disk']).toEqual(held)
})
