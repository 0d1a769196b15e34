import { createPool, type Pool } from '#server/platform/db/pool.ts'

/** Runs a change of a whole list, which takes longer than the statements that a page waits for, on its own connection. */
export async function bulkChange<Value>(pool: Pool, work: (commandPool: Pool) => Promise<Value>): Promise<Value> {
  const commandPool = createPool(pool.connection, { role: 'command', max: 1 })
  try {
    return await work(commandPool)
  } finally {
    await commandPool.close()
  }
}
