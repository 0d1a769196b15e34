import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnavailable } from './failure.ts'
import { createPool } from './pool.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
})
afterAll(() => database.drop())

type Port = { port: number; close(): Promise<void> }

/** Serves the test database at a TCP port. */
async function openPort(port = 0): Promise<Port> {
  const { connection } = database
  if (!('host' in connection)) throw new Error('The test database has no socket.')
  const file = join(connection.host, `.s.PGSQL.${connection.port}`)
  const server = createServer((client) => {
    const target = connect(file)
    client.pipe(target).pipe(client)
    for (const socket of [client, target]) socket.on('error', () => {})
    client.once('close', () => target.destroy())
  })
  return listenAt(server, port)
}

/** Closing ends the connections too. */
async function listenAt(server: Server, port: number): Promise<Port> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      for (const socket of sockets) socket.destroy()
    })
  return { port: (server.address() as { port: number }).port, close }
}

/** Says of every session that it is a standby, as a server in recovery does. */
async function openStandby(): Promise<Port> {
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
  const admitted = Buffer.concat([Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), ready])
  const column = Buffer.concat([
    Buffer.from('is_standby\0'),
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 1, 255, 255, 255, 255, 0, 0]),
  ])
  const head = Buffer.from([0x54, 0, 0, 0, column.length + 6, 0, 1])
  const row = Buffer.from([0x44, 0, 0, 0, 11, 0, 1, 0, 0, 0, 1, 0x74])
  const tag = Buffer.from('SELECT 1\0')
  const complete = Buffer.concat([Buffer.from([0x43, 0, 0, 0, tag.length + 4]), tag])
  const answer = Buffer.concat([head, column, row, complete, ready])
  const server = createServer((socket) => {
    let isAdmitted = false
    socket.on('error', () => {})
    socket.on('data', (data) => {
      if (isAdmitted && data[0] === 0x51) socket.write(answer)
      if (!isAdmitted) socket.write(admitted)
      isAdmitted = true
    })
  })
  return listenAt(server, 0)
}

function poolOf(...ports: number[]) {
  if (!('host' in database.connection)) throw new Error('The test database has no socket.')
  const { user, database: name } = database.connection
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  return createPool({ connectionString: `postgres://${user}@${hosts}/${name}` }, { role: 'command' })
}

test('connects to the host that accepts changes, and to the next one that does when it is lost', async () => {
  const [standby, first, second] = [await openStandby(), await openPort(), await openPort()]
  await second.close()
  const pool = poolOf(standby.port, first.port, second.port)
  const server = 'SELECT pg_is_in_recovery() AS standby'
  expect(await pool.one(server)).toEqual({ standby: false })
  await first.close()
  const error = await pool.one(server).catch((reason: unknown) => reason)
  expect(isUnavailable(error)).toBe(true)
  const promoted = await openPort(second.port)
  await expect.poll(() => pool.one(server).catch(() => null), { timeout: 10_000 }).toEqual({ standby: false })
  await pool.close()
  await Promise.all([standby.close(), promoted.close()])
})

test('reports a cluster without a primary as unavailable', async () => {
  const standby = await openStandby()
  const pool = poolOf(1, standby.port)
  const error = await pool.one('SELECT 1').catch((reason: unknown) => reason)
  expect(String(error)).toContain('No host of DATABASE_URL accepts changes.')
  expect(isUnavailable(error)).toBe(true)
  await pool.close()
  await standby.close()
})
