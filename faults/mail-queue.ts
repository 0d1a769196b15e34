import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Pool } from '#server/platform/db/pool.ts'

export type MailSink = {
  port: number
  server: SMTPServer
  /** Message-IDs in the order of their arrival. */
  received: string[]
  close(): Promise<void>
}

/** A mail server on this machine that counts what it accepts. */
export async function openMailSink(options: SMTPServerOptions = {}): Promise<MailSink> {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (part: Buffer) => (text += part.toString('latin1')))
      stream.on('end', () => {
        received.push(/^Message-ID: (.+)$/im.exec(text)?.[1]?.trim() ?? '')
        done()
      })
    },
    ...options,
  })
  // Clients that cut the connection are part of the programs.
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, server, received, close: () => new Promise((resolve) => void server.close(() => resolve())) }
}

const waiting = "name = 'order-mail' AND state IN ('created', 'retry', 'active')"

/**
 * Lets emails be tried again at once, as if the time until then had passed. Returns how many seconds were skipped: the
 * longest pause of an email.
 */
export async function skipPauses(pool: Pool): Promise<number> {
  const row = await pool.one<{ seconds: number }>(
    `WITH late AS (UPDATE pgboss.job SET start_after = now() FROM (SELECT id AS old, start_after AS due FROM pgboss.job) b
                    WHERE id = b.old AND name = 'order-mail' AND state = 'retry' AND start_after > now()
                    RETURNING extract(epoch FROM b.due - now()) AS seconds)
     SELECT coalesce(max(seconds), 0)::float AS seconds FROM late`,
  )
  return row?.seconds ?? 0
}

/** How many emails of orders are not sent, in the outbox and in the queue. */
export async function countWaiting(pool: Pool): Promise<number> {
  const row = await pool.one<{ count: number }>(
    `SELECT (SELECT count(*) FROM outbox WHERE name = 'order-mail') + (SELECT count(*) FROM pgboss.job WHERE ${waiting}) AS count`,
  )
  return row?.count ?? 0
}

/** Milliseconds. */
const longestDelivery = 120_000

/** Waits until every email was sent, and throws unless each arrived once. Returns how many there were. */
export async function expectDelivered(pool: Pool, { received }: MailSink): Promise<number> {
  const deadline = performance.now() + longestDelivery
  while ((await countWaiting(pool)) > 0) {
    if (performance.now() > deadline) throw new Error(`${await countWaiting(pool)} emails are still waiting.`)
    await skipPauses(pool)
    await sleep(500)
  }
  const row = await pool.one<{ count: number }>(
    "SELECT count(*) AS count FROM pgboss.job WHERE name = 'order-mail' AND state = 'completed'",
  )
  const different = new Set(received)
  if (different.size !== received.length)
    throw new Error(`${received.length - different.size} emails arrived more than once.`)
  if (different.size !== row?.count) throw new Error(`${different.size} emails arrived instead of ${row?.count}.`)
  return different.size
}
