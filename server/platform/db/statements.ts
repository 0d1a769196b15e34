import type pg from 'pg'

const change = /\b(?:INSERT|UPDATE|DELETE|MERGE|TRUNCATE|ALTER|DROP|NOTIFY|pg_notify|refresh_\w+)\b/i
/** Whether a named statement may change data: its text is fixed. */
const named = new Map<string, boolean>()

/** Whether a statement may change data and send notifications. Locking reads count too. */
export function mayChange({ name, text }: pg.QueryConfig): boolean {
  if (name === undefined) return change.test(text)
  const known = named.get(name)
  if (known !== undefined) return known
  const found = change.test(text)
  named.set(name, found)
  return found
}

/**
 * Removes the names from the statements of a client. They stand for statements prepared on one connection to the
 * database, and behind a pooler each transaction may have another one.
 */
export function forgetNames(client: pg.ClientBase): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (first: unknown, ...rest: unknown[]) =>
    send(isNamed(first) ? { ...first, name: undefined } : first, ...rest)
  Object.assign(client, { query })
}

/** Objects with `submit` are the driver's own. */
const isNamed = (query: unknown): query is pg.QueryConfig =>
  typeof query === 'object' && query !== null && 'name' in query && !('submit' in query)
