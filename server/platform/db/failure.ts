import pg from 'pg'

const SOCKET_CODES = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOTFOUND ETIMEDOUT EHOSTUNREACH ENETUNREACH EHOSTDOWN EAI_AGAIN'.split(
    ' ',
  ),
)
// 57P01-57P05: shutdown, crash, starting up, database dropped, idle session; 53300: no connection left;
// 25P03: idle in transaction; 25006: a server that only reads (standby).
const ENDING_CODES = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '53300', '25P03', '25006'])
// The connection stays good. 53100: disk full; 57014: the statement took too long.
const PASSING_CODES = new Set(['53100', '57014'])
// pg gives these no code.
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Client has been closed|Cannot use a pool after calling end|Connection ended)/
// Deadlock, serialization failure, lock timeout.
const RETRYABLE_CODES = new Set(['40P01', '40001', '55P03'])

/** A COMMIT was sent and the connection died before its answer: the transaction is whole or absent. */
export class UnknownOutcomeError extends Error {
  override name = 'UnknownOutcomeError'
}

/**
 * The database cannot be reached or refuses work for now, or others were in the way each time it was tried; the same request
 * may succeed later.
 */
export function isUnavailable(error: unknown): boolean {
  if (breaksConnection(error) || isRetryable(error)) return true
  return error instanceof pg.DatabaseError && PASSING_CODES.has(codeOf(error))
}

/** The transaction lost against another one and may be run again as a whole. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && RETRYABLE_CODES.has(codeOf(error))
}

/** After such an error the connection is not given back to the pool. */
export function breaksConnection(error: unknown): boolean {
  if (error instanceof UnknownOutcomeError) return true
  if (error instanceof AggregateError) return error.errors.some(breaksConnection)
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (error instanceof pg.DatabaseError) return ENDING_CODES.has(code) || code.startsWith('08')
  // A missing socket file is no connection; a missing file elsewhere is not about the database.
  const noSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return noSocket || SOCKET_CODES.has(code) || DRIVER_MESSAGES.test(error.message)
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
