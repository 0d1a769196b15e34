import pg from 'pg'
import { vi } from 'vitest'

/**
 * The SQL of the statements that are sent while `work` runs, by any connection of this process: also BEGIN and COMMIT, but
 * not the checks of settings and catalog for changes, which run all the time.
 */
export async function sentStatements(work: () => unknown): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const sent = query.mock.calls.map(([query]) => {
      return typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
    })
    return sent.filter((sql) => !/cache_versions|catalog_changes/.test(sql))
  } finally {
    query.mockRestore()
  }
}
