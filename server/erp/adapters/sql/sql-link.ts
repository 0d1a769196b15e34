import type { ErpRecord } from '#server/erp/adapters/adapter.ts'

/** A statement with the texts of its parameters @p1, @p2, …. What is not a text there is converted by the statement. */
export type SqlStatement = { sql: string; values: readonly (string | null)[] }

/**
 * One connection to a SQL Server. It is made by the first statement. Both methods throw an `ErpError`; after `unknown`,
 * statements of `write` may have been carried out.
 */
export type SqlLink = {
  query(statement: SqlStatement): Promise<ErpRecord[]>
  /** Carries out all statements in one transaction, or none. Returns the rows of the last one. */
  write(statements: readonly SqlStatement[]): Promise<ErpRecord[]>
  /** Cancels what is under way. Never throws. */
  close(): Promise<void>
}

export type SqlTarget = {
  host: string
  port: number
  /** A named instance, whose port the server tells; '' for the port. */
  instance: string
  database: string
  user: string
  password: string
  isEncrypted: boolean
  /** Accepts any certificate, also a made-up one. */
  trustsAny: boolean
  /** The certificate (PEM) that the server's own must be signed by; '' for those that the machine trusts. */
  certificate: string
  /** Milliseconds, for connecting and for each statement. */
  timeout: number
}

export type OpenSql = (target: SqlTarget) => SqlLink
