import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { prepareDatabase } from './database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
})
afterAll(() => database.drop())

test('the second of two first starts on an empty database waits until the first one has filled it', async () => {
  const events: string[] = []
  const start = () =>
    prepareDatabase(database.pool, {
      async fill() {
        events.push('begins')
        await sleep(50)
        events.push('ends')
      },
    })
  const [first, second] = await Promise.all([start(), start()])
  expect(events).toEqual(['begins', 'ends', 'begins', 'ends'])
  expect([first, second].filter(({ applied }) => applied.length > 0)).toHaveLength(1)
})
