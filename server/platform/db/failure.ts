import pg from 'pg'
import { StorageError } from '#server/platform/files/file-store.ts'

const SOCKET_CODES = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOTFOUND ETIMEDOUT EHOSTUNREACH ENETUNREACH EHOSTDOWN EAI_AGAIN'.split(
    ' ',
  ),
)
const SOCKET_FILE_CODES = new Set(['ENOENT', 'EAGAIN'])
// 57P01-57P05: shutdown, crash, starting up, database dropped, idle session; 53300: no connection left;
// 25P03: idle in transaction; 25006: a read-only server (a standby, or a full disk).
const CONNECTION_CODES = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '53300', '25P03', '25006'])
// The connection remains usable. 53000-53400: no disk space, memory or locks left; 58030: the disk failed, or the quota
// is used up; 57014: statement timeout.
const TEMPORARY_CODES = new Set(['53000', '53100', '53200', '53400', '58030', '57014'])
// Errors to which pg gives no code.
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Client has been closed|Cannot use a pool after calling end|Connection ended)/
// A standby, or a server whose disk is full.
const READ_ONLY = '25006'
// The server ended the connection; 08: the pooler lost its server.
const LOST_CODES = new Set(['57P01', '57P02', '57P05', '08003', '08006', '08P01'])
const LOST_MESSAGES =
  /^(Connection terminated unexpectedly|Client has encountered a connection error|Client was closed|Client has been closed)/
// Deadlock, serialization failure, lock timeout.
const RETRYABLE_CODES = new Set(['40P01', '40001', '55P03'])

/** The connection was lost after COMMIT was sent: the transaction was committed completely or not at all. */
export class UnknownOutcomeError extends Error {
  override name = 'UnknownOutcomeError'
}

/** The database accepted work and does not answer. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
  override message = 'The database does not answer.'
}

/**
 * Whether the database or the storage of files is unreachable, refuses work for now, or the transaction lost every
 * conflict with others. The same request may succeed later.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StorageError || breaksConnection(error) || isRetryable(error)) return true
  return error instanceof pg.DatabaseError && TEMPORARY_CODES.has(codeOf(error))
}

/** Whether the transaction lost a conflict with another one, so that it can be run again as a whole. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && RETRYABLE_CODES.has(codeOf(error))
}

// 53100: disk full.
const READ_ONLY_CODES = new Set(['53100', READ_ONLY])

/**
 * The result of a change that a read makes on the side, outside of a transaction; `otherwise` while the database
 * accepts no changes, so that the read is answered all the same.
 */
export async function unlessReadOnly<Value>(change: Promise<Value>, otherwise: Value): Promise<Value> {
  return change.catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && READ_ONLY_CODES.has(codeOf(error))) return otherwise
    throw error
  })
}

/** Whether the connection must not go back to the pool after this error. */
export function breaksConnection(error: unknown): boolean {
  if (error instanceof UnknownOutcomeError || error instanceof NoAnswerError) return true
  if (error instanceof AggregateError) return error.errors.some(breaksConnection)
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (error instanceof pg.DatabaseError) return CONNECTION_CODES.has(code) || code.startsWith('08')
  // A missing socket file or a full queue of one (EAGAIN) means no connection; in other system calls these codes have
  // nothing to do with the database.
  const noSocket = SOCKET_FILE_CODES.has(code) && 'syscall' in error && error.syscall === 'connect'
  return noSocket || SOCKET_CODES.has(code) || DRIVER_MESSAGES.test(error.message)
}

/**
 * Whether work can run again on a new connection: the server accepts no changes, or the connection was lost and the work
 * `changes` nothing.
 */
export function mayRunAgain(error: unknown, { changes }: { changes: boolean }): boolean {
  return codeOf(error) === READ_ONLY || (!changes && isLostConnection(error))
}

/** Whether an open connection has ended, probably with others, so that a new one may work at once. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (error instanceof pg.DatabaseError) return LOST_CODES.has(code)
  return code === 'ECONNRESET' || code === 'EPIPE' || LOST_MESSAGES.test(error.message)
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
