import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

const counted = new AsyncLocalStorage<true>()

/**
 * The SQL of the statements that `work` sends, by any connection of this process: also BEGIN and COMMIT. What the program
 * does on its own at the same time (looks for jobs, reads changes of the catalog) does not count.
 */
export async function sentStatements(work: () => unknown): Promise<string[]> {
  const sent: string[] = []
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string }]
    if (counted.getStore()) sent.push(typeof statement === 'string' ? statement : (statement.text ?? ''))
    return Reflect.apply(query, this, args) as unknown
  })
  try {
    await counted.run(true, async () => work())
    return sent
  } finally {
    spy.mockRestore()
  }
}
