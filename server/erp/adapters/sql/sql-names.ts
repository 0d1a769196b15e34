import { ownError } from '#server/erp/adapters/protocol/own-error.ts'

const part = /^[\p{L}_][\p{L}\p{N}_$#@ ]{0,127}$/u

/** A column in brackets. Throws an `ErpError` for anything but letters, digits, spaces and _ $ # @. */
export function columnName(name: string): string {
  if (!part.test(name)) throw ownError('notName', { name: name.slice(0, 100) })
  return `[${name}]`
}

/** A view, table or procedure by its name in the settings: "name", "schema.name" or "database.schema.name". */
export type SqlObject = {
  /** In brackets, with its schema. */
  sql: string
  /** In brackets and with a dot, if it is named. */
  database: string
  schema: string
  name: string
}

/** Throws an `ErpError` for anything but one to three names. The schema is dbo by default. */
export function objectName(text: string): SqlObject {
  const names = text.split('.').map((name) => name.trim().replace(/^\[(.*)\]$/, '$1'))
  const [name = '', schema = 'dbo', database] = names.toReversed()
  if (names.length > 3) throw ownError('notName', { name: text.slice(0, 100) })
  const prefix = database === undefined ? '' : `${columnName(database)}.`
  return { sql: `${prefix}${columnName(schema)}.${columnName(name)}`, database: prefix, schema, name }
}
