import { on, once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
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

const start = (port = 0, pool = database.pool) =>
  startServer({
    config: parseConfig({ DATA_DIR: folder.path, PORT: String(port), LOG_LEVEL: 'silent', SESSION_SECRET: testSecret }),
    database: { ...database, pool, kind: 'external', created: false, close: async () => {} },
    version: 'test',
    hasRateLimits: false,
  })

type Answer = { status: number | undefined; isLast: boolean }

/** Sends a request and reads its answer; rejects with the error of the connection. */
const request = (url: string, agent: Agent) =>
  new Promise<Answer>((resolve, reject) => {
    const sent = get(url, { agent }, (response) => {
      const isLast = response.headers.connection === 'close'
      response.resume().once('end', () => resolve({ status: response.statusCode, isLast }))
    })
    sent.once('error', reject)
  })

test('stopping under load answers every request that was sent on a kept connection', async () => {
  const server = await start()
  let answered = 0
  /** Sends requests one after the other on one connection, until the server closes it. */
  const client = async (): Promise<Answer[]> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const answers: Answer[] = []
    for (;;) {
      const answer = await request(`${server.url}/api/visitor`, agent)
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

test('a start on a taken port leaves nothing behind that reads the database', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  let isOver = false
  const late: string[] = []
  const pool: TestDatabase['pool'] = {
    ...database.pool,
    query(sql, ...rest) {
      if (isOver) late.push(sql)
      return database.pool.query(sql, ...rest)
    },
  }
  try {
    await expect(start(port, pool)).rejects.toThrow('EADDRINUSE')
    isOver = true
    // Longer than the pauses of everything that polls for changes.
    await sleep(1_500)
    expect(late.join('; ')).toBe('')
  } finally {
    other.close()
  }
})

/** Clients on another thread. Each connects again whenever the server closes its connection, until it cannot. */
const reconnecting = `
  const { Agent, get } = require('node:http')
  const { parentPort, workerData } = require('node:worker_threads')
  const request = (agent) =>
    new Promise((resolve, reject) => {
      const sent = get(workerData, { agent }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      })
      sent.once('error', reject)
    })
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const statuses = new Set()
    for (let answered = 0; ; answered += 1) {
      if (answered === 20) parentPort.postMessage('busy')
      try {
        statuses.add(await request(agent))
      } catch ({ code }) {
        return [...statuses, code]
      }
    }
  }
  Promise.all(Array.from({ length: 8 }, client)).then((ends) => parentPort.postMessage(ends))
`

/** The status and the body of a health check. */
const readiness = async (url: string): Promise<unknown[]> => {
  const response = await fetch(`${url}/readyz`)
  return [response.status, await response.json()]
}

test('a process that is being replaced says so at once, and answers as usual until the time has passed', async () => {
  const server = await start()
  expect(await readiness(server.url)).toEqual([200, { ok: true }])
  let isStopped = false
  const stopped = server.stop(0.5).then(() => (isStopped = true))
  expect(await readiness(server.url)).toEqual([503, { ok: false, reason: 'stopping' }])
  expect((await fetch(`${server.url}/api/visitor`)).status).toBe(200)
  expect(isStopped).toBe(false)
  await stopped
  await expect(fetch(`${server.url}/api/visitor`)).rejects.toThrow('fetch failed')
})

test('a process that joins another one is ready when its index is built; the only one is ready without', async () => {
  const ready = [200, { ok: true }]
  await database.pool.withClient(async (client) => {
    await client.query('BEGIN; LOCK TABLE product_sort_prices')
    const first = await start()
    expect(await readiness(first.url)).toEqual(ready)
    const second = await start()
    await expect.poll(() => readiness(second.url)).toEqual([503, { ok: false, reason: 'index' }])
    await client.query('ROLLBACK')
    await expect.poll(() => readiness(second.url), { timeout: 30_000 }).toEqual(ready)
    await Promise.all([first.stop(), second.stop()])
  })
})

test('stopping under load answers clients that connect again, until connections are refused', async () => {
  const server = await start()
  const clients = new Worker(reconnecting, { eval: true, workerData: `${server.url}/api/visitor` })
  const messages = on(clients, 'message')
  for (let busy = 0; busy < 8; busy += 1) await messages.next()
  await server.stop()
  expect((await messages.next()).value).toEqual([Array.from({ length: 8 }, () => [200, 'ECONNREFUSED'])])
  await clients.terminate()
})

test('a start on a database that has gone back to an earlier moment does what follows a restore', async () => {
  const { pool } = database
  const restores = () => pool.query('SELECT backup FROM restores')
  await writeFile(join(folder.path, 'database-mark'), '8\n')
  await pool.execute('UPDATE database_mark SET number = 8')
  await (await start()).stop()
  expect(await restores()).toEqual([])
  await pool.execute('UPDATE database_mark SET number = 5')
  await (await start()).stop()
  expect(await restores()).toEqual([{ backup: 'point in time' }])
})
