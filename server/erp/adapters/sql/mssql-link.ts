import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { ConnectionPool, config as MssqlConfig, Request, Transaction } from 'mssql'
import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { ErpError, type ErpRecord } from '#server/erp/adapters/adapter.ts'
import { checkCompanyHost, connectToCompany } from '#server/platform/http/company-socket.ts'
import { OutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import { ClosedAddress } from '#server/platform/http/outside-call.ts'
import type { SqlLink, SqlStatement, SqlTarget } from './sql-link.ts'

type Driver = typeof import('mssql')

/** Milliseconds that closing may take. */
const closePatience = 5_000

/**
 * A connection by the driver `mssql`, which is loaded with the first statement: a shop without such a connection never
 * loads it.
 */
export function openMssql(target: SqlTarget): SqlLink {
  let pool: Promise<{ driver: Driver; pool: ConnectionPool }> | null = null
  const running = new Set<Request>()
  const connect = () => {
    pool ??= connected(target).catch((error: unknown) => {
      pool = null
      throw errorOf(error, 'connect')
    })
    return pool
  }
  return {
    async query(statement) {
      const { driver, pool: open } = await connect()
      return run(new driver.Request(open), driver, statement, running).catch((error: unknown) => {
        throw errorOf(error, 'read')
      })
    },
    async write(statements) {
      const { driver, pool: open } = await connect()
      const transaction = new driver.Transaction(open)
      await transaction.begin().catch((error: unknown) => {
        throw errorOf(error, 'read')
      })
      const rows = await runAll(driver, transaction, statements, running).catch(async (error: unknown) => {
        await transaction.rollback().catch(() => {})
        throw errorOf(error, 'write')
      })
      await transaction.commit().catch((error: unknown) => {
        throw errorOf(error, 'commit')
      })
      return rows
    },
    async close() {
      for (const request of running) request.cancel()
      const open = await pool?.catch(() => null)
      const closed = open?.pool.close().catch(() => {})
      await Promise.race([closed, sleep(closePatience, undefined, { ref: false })])
    },
  }
}

async function connected(target: SqlTarget): Promise<{ driver: Driver; pool: ConnectionPool }> {
  const { default: driver } = (await import('mssql')) as unknown as { default: Driver }
  // The driver resolves the name itself when it looks for a named instance.
  await checkCompanyHost(target.host).catch((error: unknown) => {
    throw error instanceof ClosedAddress ? ownError('closedAddress', { server: target.host }) : error
  })
  const encryption = { isMissing: target.isEncrypted }
  const pool = new driver.ConnectionPool({
    ...configOf(target),
    ...(target.isEncrypted && {
      beforeConnect: (connection) => insistOnEncryption(connection, target.password, encryption),
    }),
  })
  // Without a listener, a connection that breaks between two statements would end the process.
  pool.on('error', () => {})
  try {
    await pool.connect()
  } catch (error) {
    if (encryption.isMissing && describe(error).code === 'ELOGIN') throw notEncrypted()
    throw error
  }
  if (encryption.isMissing) {
    await pool.close().catch(() => {})
    throw notEncrypted()
  }
  return { driver, pool }
}

/** The driver passes the address, also one that the server redirects to. */
async function connectChecked(
  to: { host: string; port: number },
  _lookup: unknown,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = connectToCompany(to.host, to.port)
  try {
    await once(socket, 'connect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

const notEncrypted = () => ownError('notEncrypted')

type DriverConnection = Parameters<NonNullable<MssqlConfig['beforeConnect']>>[0]

/**
 * The driver goes on in clear with a server that says it cannot encrypt, and anybody on the way can say so. The password is
 * therefore given to it once the connection is encrypted.
 */
function insistOnEncryption(connection: DriverConnection, password: string, encryption: { isMissing: boolean }): void {
  const { authentication } = (
    connection as unknown as { config: { authentication: { options: { password: string } } } }
  ).config
  authentication.options.password = ''
  connection.on('secure', () => {
    encryption.isMissing = false
    authentication.options.password = password
  })
}

function configOf({ host, port, instance, trustsAny, isEncrypted, certificate, timeout, ...login }: SqlTarget) {
  const config: MssqlConfig = {
    ...login,
    server: host,
    connectionTimeout: timeout,
    requestTimeout: timeout,
    validateConnection: 'socket',
    pool: { min: 0, max: 1, acquireTimeoutMillis: timeout * 2 },
    options: {
      encrypt: isEncrypted,
      trustServerCertificate: trustsAny,
      // A statement that fails takes its whole transaction back.
      abortTransactionOnError: true,
      appName: 'toptan',
      // Its type lacks the arguments.
      connector: connectChecked as unknown as () => Promise<Socket>,
      ...(certificate !== '' && { cryptoCredentialsDetails: { ca: certificate } }),
      ...(instance === '' ? { port } : { instanceName: instance }),
    },
  }
  return config
}

async function runAll(
  driver: Driver,
  transaction: Transaction,
  statements: readonly SqlStatement[],
  running: Set<Request>,
): Promise<ErpRecord[]> {
  let rows: ErpRecord[] = []
  for (const statement of statements) rows = await run(new driver.Request(transaction), driver, statement, running)
  return rows
}

async function run(
  request: Request,
  driver: Driver,
  { sql, values }: SqlStatement,
  running: Set<Request>,
): Promise<ErpRecord[]> {
  for (const [index, value] of values.entries()) {
    request.input(`p${index + 1}`, driver.NVarChar(driver.MAX), value)
  }
  running.add(request)
  try {
    const { recordset } = await request.query<ErpRecord>(sql)
    // A statement that selects nothing has none.
    return [...((recordset as typeof recordset | undefined) ?? [])]
  } finally {
    running.delete(request)
  }
}

/** The sign-in, the database, a view, a column, a parameter or a permission is not right. */
const settingsErrors = new Set([
  201, 207, 208, 229, 230, 262, 2812, 4060, 8144, 8145, 18452, 18456, 18470, 18487, 18488,
])
/** A sign-in that is refused, a named instance that is not there, a server that insists on encryption. */
const settingsCodes = new Set(['ELOGIN', 'EINSTLOOKUP', 'EENCRYPT'])
/** A deadlock, a lock, no memory, a server that is starting, stopping or full. */
const laterErrors = new Set([701, 921, 922, 927, 1204, 1205, 1222, 3960, 6005, 17142, 17809, 40501, 40613])

/** What the server says has a number; everything else is the connection: nobody knows what a write did then. */
function errorOf(error: unknown, during: 'connect' | 'read' | 'write' | 'commit'): Error {
  if (error instanceof ErpError || error instanceof OutsideCallsOff) return error
  const { message, number, code } = describe(error)
  if (during === 'connect') {
    const isSettings = (number !== null && settingsErrors.has(number)) || settingsCodes.has(code)
    return new ErpError(isSettings ? 'settings' : 'unavailable', message)
  }
  if (during === 'commit') return new ErpError('unknown', message)
  if (number === null) return new ErpError(during === 'write' ? 'unknown' : 'unavailable', message)
  if (settingsErrors.has(number)) return new ErpError('settings', message)
  if (laterErrors.has(number) || during === 'read') return new ErpError('unavailable', message)
  return new ErpError('refused', message)
}

function describe(error: unknown): { message: string; number: number | null; code: string } {
  const { message, number, code, originalError } = error as {
    message?: unknown
    number?: unknown
    code?: unknown
    originalError?: { number?: unknown }
  }
  const found = number ?? originalError?.number
  return {
    message: (typeof message === 'string' ? message : String(error)).replaceAll(/\s+/g, ' ').trim().slice(0, 500),
    number: typeof found === 'number' && found > 0 ? found : null,
    code: typeof code === 'string' ? code : '',
  }
}
