import { createPool, type Pool } from './pool.ts'

/** Runs work that takes longer than the statements of a page may take, on `max` connections of its own. */
export async function withCommandPool<Value>(
  pool: Pool,
  work: (commandPool: Pool) => Promise<Value>,
  max = 1,
): Promise<Value> {
  const commandPool = createPool(pool.connection, { role: 'command', max })
  try {
    return await work(commandPool)
  } finally {
    await commandPool.close()
  }
}
