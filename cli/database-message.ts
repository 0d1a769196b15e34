import { hasCode } from './has-code.ts'

const unreachable = new Set('ECONNREFUSED ENOTFOUND ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN'.split(' '))
// The driver reports these without a code.
const lost = /^(timeout exceeded when trying to connect|timeout expired|Connection terminated)/

/** What to do about an error of PostgreSQL, by its code (SQLSTATE). */
const remedies: Readonly<Record<string, string>> = {
  '28000': 'Check the user in DATABASE_URL, and pg_hba.conf.',
  '28P01': 'Check the user and the password in DATABASE_URL.',
  '3D000': 'Correct DATABASE_URL, or create the database: see "Your own PostgreSQL" in docs/operations.md.',
  '42501':
    'The user of DATABASE_URL has to own the database and all that is in it: ALTER DATABASE <database> OWNER TO <user>.',
  '53100': 'Free some space on the disk of the database.',
  '53300': 'Raise max_connections, or end other programs on this database.',
  '57P03': 'Try again in a moment.',
}

/** One line about an error of the database that an operator can fix; undefined for all others. */
export function databaseMessage(error: Error): string | undefined {
  if (hasCode(error) && 'severity' in error) {
    const remedy = remedies[error.code]
    return remedy === undefined ? undefined : `PostgreSQL reports: ${error.message}. ${remedy}`
  }
  const isConnecting = 'syscall' in error ? ['connect', 'getaddrinfo'].includes(String(error.syscall)) : true
  if (!lost.test(error.message) && !(hasCode(error) && unreachable.has(error.code) && isConnecting)) return undefined
  // A name with several addresses: one error for each.
  const reasons = error instanceof AggregateError ? error.errors.map((each: Error) => each.message) : [error.message]
  return `The database cannot be reached: ${reasons.join(', ')}. Is PostgreSQL running there? See DATABASE_URL.`
}
