import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultImportOptions } from '#contract/admin/imports/import-options.ts'
import { feed, record, url, TestImports } from './test-imports.ts'

let imports: TestImports
beforeAll(async () => {
  imports = await TestImports.open()
})
beforeEach(() => imports.reset())
afterAll(() => imports.close())

/** Does `work` while another connection holds the import lock, which it gives back once `work` has asked for it. */
async function besideProgram(work: () => Promise<void>): Promise<void> {
  await imports.pool.withClient(async (client) => {
    await client.query('SELECT pg_advisory_lock(7205310411)')
    let isDone = false
    const working = work().finally(() => (isDone = true))
    try {
      while (!isDone && !(await hasAsked())) await sleep(10)
    } finally {
      await client.query('SELECT pg_advisory_unlock(7205310411)')
    }
    await working
  })
}

const hasAsked = async () =>
  (await imports.pool.query("SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_try_advisory_lock($1)%'"))
    .length > 0

test('a preview, an import and its undo wait while a program writes products', async () => {
  const id = await imports.upload(feed(record('A', '12,50')))
  await imports.post(url(id, '/preview'), { ...defaultImportOptions, prices: 'net' })
  await besideProgram(() => imports.work())
  expect(await imports.state(id)).toMatchObject({ state: 'ready' })
  await imports.post(url(id, '/apply'))
  await besideProgram(() => imports.work())
  expect(await imports.state(id)).toMatchObject({ state: 'applied' })
  await imports.post(url(id, '/undo'))
  await besideProgram(() => imports.work())
  expect(await imports.state(id)).toMatchObject({ state: 'undone' })
})
