import { type ChildProcess, fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuOfTree, readProcess } from '#bench/processes.ts'
import { root } from '#cli/root.ts'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { loadDemo } from '#demo/load-demo.ts'
import { parseConfig } from '#server/config.ts'
import { newWebhookSecret, sealWebhookSecret, signedHeaders } from '#server/integration/integration.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Pool } from '#server/platform/db/pool.ts'

/** CPU time in milliseconds per message. */
export type MeasuredWebhooks = {
  messages: number
  perSecond: number
  floorPerSecond: number
  senderCpu: number
  databaseCpu: number
  floorCpu: number
}
type Child = { process: ChildProcess; url: string; pid: number }
type Message = { id: string; body: string }

/** Messages that are on their way at the same time, as the shop sends them. */
const atOnce = 50

/**
 * Sends the events of a demo store's orders to a receiver on this machine, and then the same messages by a loop that only
 * signs and posts them. The data folder is deleted before and after.
 */
export async function runWebhooks(
  messages: number,
  { dataDir, log }: { dataDir: string; log(line: string): void },
): Promise<MeasuredWebhooks> {
  const folder = join(dataDir, 'bench-webhooks')
  await rm(folder, { recursive: true, force: true })
  const env = { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'error' }
  const config = parseConfig(env)
  const database = await openDatabase(config, { role: 'command', log })
  const receiver = await start('webhook-receiver.ts', env)
  const sender = await start('webhook-sender.ts', env)
  try {
    const { pool } = database
    await migrate(pool, migrationsFolder)
    await loadDemo(pool, { size: 'small', files: openFileStore({ dataDir: folder }) })
    const key = newWebhookSecret()
    await addOrders(pool, messages)
    await addTarget(pool, receiver.url, (id) => sealWebhookSecret(config.sessionSecret, id, key))
    const backend = await pool.one<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const databasePid = readProcess(backend?.pid ?? 0)?.parent ?? 0
    const sent = await measureSender({ sender, receiver, databasePid, messages })
    log(`sent by the shop: ${(messages / sent.seconds).toFixed(0)}/s`)
    const bodies = await loadMessages(pool)
    const floor = await measureFloor(receiver.url, key, bodies)
    log(`sent by the floor: ${(bodies.length / floor.seconds).toFixed(0)}/s`)
    return {
      messages,
      perSecond: messages / sent.seconds,
      floorPerSecond: bodies.length / floor.seconds,
      senderCpu: sent.senderCpu / messages,
      databaseCpu: sent.databaseCpu / messages,
      floorCpu: floor.cpu / bodies.length,
    }
  } finally {
    await end(sender)
    await end(receiver)
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function start(script: string, env: NodeJS.ProcessEnv): Promise<Child> {
  const child = fork(join(root, 'bench/integration', script), { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const { url, pid } = await new Promise<Omit<Child, 'process'>>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { ready: Omit<Child, 'process'> }).ready))
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code}`)))
  })
  return { process: child, url, pid }
}

const end = ({ process: child }: Child) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.send('end')
  })

/** Copies the demo's orders with their lines; each has its event by the trigger of orders. */
async function addOrders(pool: Pool, count: number): Promise<void> {
  await pool.execute('DELETE FROM webhook_targets')
  await pool.execute('DELETE FROM events')
  await pool.execute(
    `WITH copied AS MATERIALIZED (
       SELECT o.id AS from_id, nextval(pg_get_serial_sequence('orders', 'id')) AS id, to_jsonb(o) - '{sent_to_erp_at,dealer_order_no}'::text[] AS row
         FROM orders o, generate_series(1, $1::integer) n WHERE NOT o.is_cancel ORDER BY n, o.id LIMIT $1),
     added AS (
       INSERT INTO orders OVERRIDING SYSTEM VALUE
       SELECT (jsonb_populate_record(NULL::orders, c.row || jsonb_build_object('id', c.id, 'order_no', 'X' || c.id))).*
         FROM copied c RETURNING id)
     INSERT INTO order_lines (order_id, line_no, product_id, code, name, brand, model, image, unit_id, unit, multiplier,
                              quantity, back_order, price_value, price_currency, tax_rate, amount)
     SELECT c.id, l.line_no, l.product_id, l.code, l.name, l.brand, l.model, l.image, l.unit_id, l.unit, l.multiplier,
            l.quantity, l.back_order, l.price_value, l.price_currency, l.tax_rate, l.amount
       FROM copied c JOIN order_lines l ON l.order_id = c.from_id`,
    [count],
  )
  await pool.execute('ANALYZE')
}

async function addTarget(pool: Pool, url: string, seal: (id: number) => Buffer): Promise<void> {
  const row = await pool.one<{ id: number }>(
    `INSERT INTO webhook_targets (name, url, types, expanded_seq) VALUES ('Bench', $1, '{order.created}', 0) RETURNING id`,
    [url],
  )
  const id = row?.id ?? 0
  await pool.execute('UPDATE webhook_targets SET secret = $2 WHERE id = $1', [id, seal(id)])
}

type Measured = { sender: Child; receiver: Child; databasePid: number; messages: number }

async function measureSender({ sender, receiver, databasePid, messages }: Measured) {
  const cpu = () => ({ sender: readProcess(sender.pid)?.cpuMilliseconds ?? 0, database: cpuOfTree(databasePid) })
  const before = cpu()
  const started = performance.now()
  sender.process.send('send')
  while ((await countOf(receiver)) < messages) await sleep(20)
  const seconds = (performance.now() - started) / 1000
  const after = cpu()
  return { seconds, senderCpu: after.sender - before.sender, databaseCpu: after.database - before.database }
}

const countOf = ({ process: child }: Child) =>
  new Promise<number>((resolve) => {
    child.once('message', (message) => resolve((message as { count: number }).count))
    child.send('count')
  })

const loadMessages = (pool: Pool) =>
  pool.query<Message>(
    `SELECT 'evt_' || event_id AS id, body FROM webhook_deliveries WHERE body IS NOT NULL ORDER BY id`,
  )

/** Signs and posts the messages, with as many connections and nothing else. */
async function measureFloor(url: string, key: string, messages: readonly Message[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const cpu = process.cpuUsage()
  const started = performance.now()
  const queue = messages.values()
  const post = async () => {
    for (const message of queue) {
      const headers = { 'content-type': 'application/json', ...signedHeaders(message, [key], new Date()) }
      await new Promise<void>((resolve, reject) => {
        const sent = request(url, { method: 'POST', headers, agent }, (answer) => answer.resume().on('end', resolve))
        sent.on('error', reject)
        sent.end(message.body)
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, post))
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  agent.destroy()
  return { seconds, cpu: (user + system) / 1000 }
}

/** The figures as a table. */
export function webhookTable(row: MeasuredWebhooks): string {
  const { messages, perSecond, floorPerSecond, senderCpu, databaseCpu, floorCpu } = row
  const cells = [
    `${messages.toLocaleString('en-US')} webhooks to a local receiver`,
    perSecond.toFixed(0),
    String(wantedWebhooks),
    senderCpu.toFixed(2),
    databaseCpu.toFixed(2),
    `bare loop ${floorPerSecond.toFixed(0)}`,
    floorCpu.toFixed(2),
    (perSecond / floorPerSecond).toFixed(2),
  ]
  return [
    '| measured | per s | target | sender CPU ms | db CPU ms | floor | floor CPU ms | ratio |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    `| ${cells.join(' | ')} |`,
  ].join('\n')
}

/** Messages a second that the shop should send. */
export const wantedWebhooks = 500
