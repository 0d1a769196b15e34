import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { isLoopback, outsideBytes } from '#server/platform/http/outside-call.ts'
import { enqueueWebhookAlerts, sendWebhookMail } from './alerts.ts'
import { openWebhookMetrics } from './webhook-metrics.ts'
import { findDueTargets, sealWebhookSecret, sendDue, type WebhookDeps } from './deliver.ts'
import { makeDeliveries } from './make-deliveries.ts'
import { listWebhookRows } from './webhook-rows.ts'
import { startWebhooks } from './dispatcher.ts'
import { newWebhookSecret, signedHeaders } from './signature.ts'

type Message = { url: string; headers: IncomingHttpHeaders; body: string }
type Answer = (message: Message, response: ServerResponse) => void

const secret = 'a-session-secret-of-this-test-file'
const ok: Answer = (_, response) => response.writeHead(204).end()

let database: TestDatabase
let receiver: Server
let answer: Answer
let received: Message[]

beforeAll(async () => {
  database = await createTestDatabase()
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += piece))
    request.on('end', () => {
      const message = { url: request.url ?? '', headers: request.headers, body }
      received.push(message)
      answer(message, response)
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  answer = ok
  received = []
})
afterEach(async () => {
  await database.pool.execute('DELETE FROM webhook_targets')
  await database.pool.execute('DELETE FROM events')
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await database.drop()
})

const deps = (): WebhookDeps => ({
  pool: database.pool,
  secret,
  call: outsideBytes({ isOpen: isLoopback, allowsHttp: true, maxBytes: 2000, cutsLongAnswers: true }),
})

async function addTarget(types: string[], path = '/'): Promise<{ id: number; key: string }> {
  const { port } = receiver.address() as AddressInfo
  const key = newWebhookSecret()
  const row = await database.pool.one<{ id: number }>(
    `INSERT INTO webhook_targets (name, url, types, expanded_seq)
     VALUES ('ERP', $1, $2, (SELECT coalesce(max(seq), 0) FROM events)) RETURNING id`,
    [`http://127.0.0.1:${port}${path}`, types],
  )
  const id = row?.id ?? 0
  await database.pool.execute('UPDATE webhook_targets SET secret = $2 WHERE id = $1', [
    id,
    sealWebhookSecret(secret, id, key),
  ])
  return { id, key }
}

const happen = (type: string, subjectId: number) =>
  database.pool.execute('INSERT INTO events (type, subject_id) VALUES ($1, $2)', [type, subjectId])

const states = async (id: number) =>
  database.pool.query<{ state: string; attempts: number; status: number | null; failure: string | null; wait: number }>(
    `SELECT state, attempts, status, failure, round(extract(epoch FROM next_at - attempted_at))::integer AS wait
       FROM webhook_deliveries WHERE target_id = $1 ORDER BY id`,
    [id],
  )
const makeDue = () => database.pool.execute('UPDATE webhook_deliveries SET next_at = now()')

describe('deliveries', () => {
  test('go to every active target that wants the type, once, signed with its secret', async () => {
    const orders = await addTarget(['order.created'], '/orders')
    const all = await addTarget(['order.created', 'dealer.changed'], '/all')
    const paused = await addTarget(['order.created'], '/paused')
    await database.pool.execute('UPDATE webhook_targets SET is_active = false WHERE id = $1', [paused.id])
    await happen('order.created', 1)
    await happen('dealer.changed', 2)
    await makeDeliveries(database.pool)
    await makeDeliveries(database.pool)
    expect(await findDueTargets(database.pool)).toEqual([orders.id, all.id])
    expect([await sendDue(deps(), orders.id), await sendDue(deps(), all.id)]).toEqual([1, 2])
    expect(await sendDue(deps(), all.id)).toBe(0)
    expect(received.map(({ url }) => url).sort()).toEqual(['/all', '/all', '/orders'])
    const [message] = received
    const id = String(message?.headers['webhook-id'])
    const seconds = Number(message?.headers['webhook-timestamp'])
    expect(message?.headers).toMatchObject(
      signedHeaders({ id, body: message?.body ?? '' }, [orders.key], new Date(seconds * 1000)),
    )
    expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'order.created', timestamp: expect.any(String) })
    expect((await states(all.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  test('a paused target gets what it missed when it is active again', async () => {
    const { id } = await addTarget(['order.created'])
    await database.pool.execute('UPDATE webhook_targets SET is_active = false WHERE id = $1', [id])
    await happen('order.created', 1)
    await makeDeliveries(database.pool)
    expect(await states(id)).toEqual([])
    const held = async () => (await listWebhookRows(database.pool, null)).find((each) => each.id === id)?.waiting
    expect(await held()).toBe(1)
    await database.pool.execute('UPDATE webhook_targets SET is_active = true WHERE id = $1', [id])
    await makeDeliveries(database.pool)
    expect(await held()).toBe(1)
    await sendDue(deps(), id)
    expect(received).toHaveLength(1)
    expect(await held()).toBe(0)
  })

  test('a failed one is sent again with the same id and body after a pause, and not before', async () => {
    answer = (_, response) => response.writeHead(500).end('no')
    const { id } = await addTarget(['order.created'])
    await happen('order.created', 1)
    await makeDeliveries(database.pool)
    await sendDue(deps(), id)
    expect(await sendDue(deps(), id)).toBe(0)
    const [waiting] = await states(id)
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, status: 500 })
    expect(waiting?.wait).toBeGreaterThanOrEqual(5)
    answer = ok
    await makeDue()
    await sendDue(deps(), id)
    expect(await states(id)).toMatchObject([{ state: 'delivered', attempts: 2, status: 204 }])
    const [first, second] = received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
  })

  test('of one record go out in their order: a later one waits for the earlier, other records do not', async () => {
    answer = (message, response) => response.writeHead(message.body.includes('fault_report.created') ? 500 : 200).end()
    const { id } = await addTarget(['fault_report.created', 'fault_report.changed'])
    await happen('fault_report.created', 7)
    await happen('fault_report.changed', 7)
    await happen('fault_report.changed', 8)
    await makeDeliveries(database.pool)
    await sendDue(deps(), id)
    expect((await states(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['waiting', 1],
      ['waiting', 0],
      ['delivered', 1],
    ])
    answer = ok
    await makeDue()
    await sendDue(deps(), id)
    await sendDue(deps(), id)
    expect((await states(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('are given up after a day of attempts, and the next one of the record goes out', async () => {
    answer = (_, response) => response.writeHead(500).end()
    const { id } = await addTarget(['dealer.changed'])
    await happen('dealer.changed', 3)
    await makeDeliveries(database.pool)
    for (let n = 0; n < 11; n++) {
      await makeDue()
      await sendDue(deps(), id)
    }
    expect(await states(id)).toMatchObject([{ state: 'dead', attempts: 11 }])
    answer = ok
    await happen('dealer.changed', 3)
    await makeDeliveries(database.pool)
    await sendDue(deps(), id)
    expect((await states(id)).map(({ state }) => state)).toEqual(['dead', 'delivered'])
  })

  test('410 ends a delivery and pauses its target', async () => {
    answer = (_, response) => response.writeHead(410).end()
    const { id } = await addTarget(['order.created'])
    await happen('order.created', 1)
    await makeDeliveries(database.pool)
    await sendDue(deps(), id)
    expect(await states(id)).toMatchObject([{ state: 'dead', status: 410 }])
    const target = await database.pool.one('SELECT is_active, stopped_reason FROM webhook_targets WHERE id = $1', [id])
    expect(target).toEqual({ is_active: false, stopped_reason: 'gone' })
  })
})

describe('the store', () => {
  const alerts = async () =>
    (
      await database.pool.query<{ id: number }>(
        "SELECT (data ->> 'id')::integer AS id FROM outbox WHERE name = 'webhook-mail' ORDER BY created_at",
      )
    ).map(({ id }) => id)

  test('gets one email a day about a webhook that gave up events, by the queue', async () => {
    answer = (_, response) => response.writeHead(410).end()
    const { id } = await addTarget(['order.created'])
    await enqueueWebhookAlerts(database.pool)
    expect(await alerts()).toEqual([])
    await happen('order.created', 1)
    await makeDeliveries(database.pool)
    await sendDue(deps(), id)
    await enqueueWebhookAlerts(database.pool)
    await enqueueWebhookAlerts(database.pool)
    expect(await alerts()).toEqual([id])
    // A day later, with nothing new, and then with another event that was given up.
    await database.pool.execute("UPDATE webhook_targets SET alerted_at = now() - interval '25 hours'")
    await database.pool.execute("UPDATE webhook_deliveries SET ended_at = now() - interval '26 hours'")
    await enqueueWebhookAlerts(database.pool)
    expect(await alerts()).toEqual([id])
    await database.pool.execute('UPDATE webhook_deliveries SET ended_at = now()')
    await enqueueWebhookAlerts(database.pool)
    expect(await alerts()).toEqual([id, id])
  })

  test('is told in the email what happened and where to look', async () => {
    const sent: Parameters<Mailer['send']>[0][] = []
    const mailer: Pick<Mailer, 'send'> = {
      send(email) {
        sent.push(email)
        return Promise.resolve()
      },
    }
    await database.pool.execute(
      `INSERT INTO settings (key, value) VALUES ('storeEmail', '"magaza@example.com"')
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    )
    const { id } = await addTarget(['order.created'])
    await database.pool.execute("UPDATE webhook_targets SET is_active = false, stopped_reason = 'gone' WHERE id = $1", [
      id,
    ])
    await sendWebhookMail({ pool: database.pool, mailer, publicUrl: 'https://bayi.example.com' }, { id }, 'key-1')
    expect(sent).toMatchObject([{ to: 'magaza@example.com', key: 'key-1', subject: 'Webhook’a ulaşılamıyor: ERP' }])
    expect(sent[0]?.text).toContain('artık olay kabul etmediğini bildirdi (410)')
    expect(sent[0]?.text).toContain('https://bayi.example.com/yonetim/entegrasyon/webhook')
  })

  test('sees in the metrics how many deliveries wait and were given up, and for how long', async () => {
    answer = (_, response) => response.writeHead(410).end()
    const { id } = await addTarget(['order.created'])
    await happen('order.created', 1)
    await makeDeliveries(database.pool)
    await sendDue(deps(), id)
    await database.pool.execute('UPDATE webhook_targets SET is_active = true WHERE id = $1', [id])
    await happen('order.created', 2)
    await makeDeliveries(database.pool)
    await database.pool.execute(
      "UPDATE webhook_deliveries SET at = now() - interval '90 seconds' WHERE state = 'waiting'",
    )
    const registry = new Registry()
    openWebhookMetrics(registry, database.pool)
    const text = await registry.metrics()
    expect(text).toContain('webhook_deliveries{state="waiting"} 1')
    expect(text).toContain('webhook_deliveries{state="dead"} 1')
    expect(text).toMatch(/webhook_deliveries_oldest_seconds (?:9\d|1\d\d)/)
  })
})

describe('receivers that misbehave', () => {
  test('a redirect is not followed and counts as a failure', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()
    const { id } = await addTarget(['order.created'])
    await happen('order.created', 1)
    await makeDeliveries(database.pool)
    await sendDue(deps(), id)
    expect(received.map(({ url }) => url)).toEqual(['/'])
    expect(await states(id)).toMatchObject([{ state: 'waiting', status: 302 }])
  })

  test('an endless answer is cut, and its status counts', async () => {
    answer = (_, response) => {
      response.writeHead(200)
      const piece = Buffer.alloc(64 * 1024, 'x')
      const more = () => {
        while (!response.destroyed && response.write(piece));
      }
      response.on('drain', more)
      more()
    }
    const { id } = await addTarget(['order.created'])
    await happen('order.created', 1)
    await makeDeliveries(database.pool)
    await sendDue(deps(), id)
    expect(await states(id)).toMatchObject([{ state: 'delivered', status: 200 }])
    const kept = await database.pool.one<{ length: number }>('SELECT length(answer) AS length FROM webhook_deliveries')
    expect(kept?.length).toBeLessThanOrEqual(2000)
  })

  test('an address of the own network is not called', async () => {
    const { id } = await addTarget(['order.created'])
    await happen('order.created', 1)
    await makeDeliveries(database.pool)
    await sendDue({ ...deps(), call: outsideBytes() }, id)
    expect(received).toEqual([])
    expect(await states(id)).toMatchObject([{ state: 'waiting', status: null, failure: 'address' }])
  })

  test('a slow receiver does not delay another one', async () => {
    const held: ServerResponse[] = []
    answer = (message, response) => {
      if (message.url === '/slow') held.push(response)
      else response.writeHead(200).end()
    }
    const slow = await addTarget(['order.created'], '/slow')
    const quick = await addTarget(['order.created'], '/quick')
    await happen('order.created', 1)
    const webhooks = startWebhooks(deps(), () => {})
    await expect.poll(() => held.length).toBe(1)
    await happen('order.created', 2)
    await expect
      .poll(async () => (await states(quick.id)).map(({ state }) => state))
      .toEqual(['delivered', 'delivered'])
    expect(held).toHaveLength(1)
    held[0]?.writeHead(200).end()
    await expect.poll(() => held.length).toBe(2)
    held[1]?.writeHead(200).end()
    await webhooks.close()
    expect((await states(slow.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })
})

describe('a burst', () => {
  test('is sent in batches, also while the database does not know yet how many deliveries there are', async () => {
    const { id } = await addTarget(['order.created'])
    await database.pool.execute('ANALYZE webhook_deliveries')
    await database.pool.execute(
      `INSERT INTO events (type, subject_id) SELECT 'order.created', n FROM generate_series(1, 1000) n`,
    )
    await makeDeliveries(database.pool)
    expect(await sendDue(deps(), id)).toBe(50)
    expect(received).toHaveLength(50)
  })
})

describe('several processes', () => {
  test('send each delivery once', async () => {
    const { id } = await addTarget(['order.created'])
    await database.pool.execute(
      `INSERT INTO events (type, subject_id) SELECT 'order.created', n FROM generate_series(1, 400) n`,
    )
    await Promise.all([makeDeliveries(database.pool), makeDeliveries(database.pool)])
    const send = async () => {
      while ((await sendDue(deps(), id)) > 0);
    }
    await Promise.all([send(), send(), send()])
    expect(received).toHaveLength(400)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(400)
  })

  test('a process that ends between sending and storing leads to a second attempt with the same id', async () => {
    const { id } = await addTarget(['order.created'])
    await happen('order.created', 1)
    await makeDeliveries(database.pool)
    const { call } = deps()
    const dies = {
      ...deps(),
      call: (request: Parameters<typeof call>[0]) => call(request).then(() => Promise.reject(new Error('killed'))),
    }
    await expect(sendDue(dies, id)).rejects.toThrow('killed')
    expect(await sendDue(deps(), id)).toBe(0)
    await makeDue()
    expect(await sendDue(deps(), id)).toBe(1)
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([
      received[0]?.headers['webhook-id'],
      received[0]?.headers['webhook-id'],
    ])
    expect(received[1]?.body).toBe(received[0]?.body)
  })
})
