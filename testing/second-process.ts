import { execFile } from 'node:child_process'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Answer } from '#server/platform/http/calls.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { programPath } from './program.ts'

/** A POST, by default with an empty body, in a process that dies at the failpoint. */
export type SecondProcessCall = {
  url: string
  actor: Actor
  key: string
  path: string
  failpoint: string
  input?: { params?: object; body: object }
}

/** Makes the call in its own process; null if that died before it answered. */
export function callFromSecondProcess({ failpoint, ...wanted }: SecondProcessCall): Promise<Answer | null> {
  const program = programPath('testing/second-process-caller.ts')
  // JSON has no sets.
  const sent = JSON.stringify({ ...wanted, permissions: [...wanted.actor.permissions] })
  const env = { ...process.env, NODE_ENV: 'test', FAILPOINT: failpoint }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, sent], { env }, (error, output) => {
      if (error !== null && error.signal !== 'SIGKILL') throw error
      resolve(error === null ? (JSON.parse(output) as Answer) : null)
    })
  })
}

/**
 * The number of open transactions of other connections: the database releases the locks of a dead process with a delay.
 */
export async function openTransactions(pool: Pool): Promise<number> {
  const rows = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
  )
  return rows.length
}
