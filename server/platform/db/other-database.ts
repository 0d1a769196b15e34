import { type Connection, createPool, type Db } from './pool.ts'

/** The connection to another database of the same server. */
export function withDatabase(server: Connection, database: string): Connection {
  if (!('connectionString' in server)) return { ...server, database }
  // Not through URL: an address with a socket folder has no host, which URL refuses.
  return { connectionString: server.connectionString.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${database}`) }
}

const properties = "ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'"

/**
 * Why the user of a connection may not create databases, as `withScratchDatabase` does, with the statement that lets it; null if
 * it may.
 */
export async function missingCreateRight(db: Db): Promise<{ user: string; statement: string } | null> {
  const missing = await db.one<{ user: string; statement: string }>(
    `SELECT coalesce(quote_ident(rolname), '') AS "user", coalesce(format('ALTER ROLE %I CREATEDB', rolname), '') AS statement
       FROM pg_roles WHERE rolname = current_user AND NOT (rolcreatedb OR rolsuper)`,
  )
  return missing ?? null
}

/** Creates an empty database beside this one, in place of an earlier one of that name, and removes it after `work`. */
export async function withScratchDatabase<Value>(
  server: Connection,
  name: string,
  work: (scratch: Connection) => Promise<Value>,
): Promise<Value> {
  const pool = createPool(server, { role: 'command', max: 1 })
  const drop = () => pool.execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  try {
    await drop()
    await pool.execute(`CREATE DATABASE ${name} TEMPLATE template0 ${properties}`)
    return await work(withDatabase(server, name)).finally(drop)
  } finally {
    await pool.close()
  }
}
