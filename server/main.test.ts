import { Agent, get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '#server/config.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { testSecret } from '#testing/shop.ts'
import { startServer } from './main.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
beforeAll(async () => {
  ;[folder, database] = await Promise.all([temporaryFolder(), createTestDatabase()])
})
afterAll(async () => {
  await database.drop()
  await folder.remove()
})

type Answer = { status: number | undefined; isLast: boolean }

test('stopping under load answers every request that was sent on a kept connection', async () => {
  const server = await startServer({
    config: parseConfig({ DATA_DIR: folder.path, PORT: '0', LOG_LEVEL: 'silent', SESSION_SECRET: testSecret }),
    database: { ...database, kind: 'external', created: false, close: async () => {} },
    version: 'test',
    hasRateLimits: false,
  })
  let answered = 0
  /** Sends requests one after the other on one connection, until the server closes it. */
  const client = async (): Promise<Answer[]> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const answers: Answer[] = []
    for (;;) {
      const answer = await new Promise<Answer>((resolve, reject) => {
        const request = get(`${server.url}/api/visitor`, { agent }, (response) => {
          const isLast = response.headers.connection === 'close'
          response.resume().once('end', () => resolve({ status: response.statusCode, isLast }))
        })
        request.once('error', reject)
      })
      answers.push(answer)
      answered += 1
      if (answer.isLast) return answers
    }
  }
  const clients = Array.from({ length: 8 }, () => client())
  await expect.poll(() => answered).toBeGreaterThan(80)
  const stopped = server.stop()
  const answers = (await Promise.all(clients)).flat()
  await stopped
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
})
