import { transaction } from '#server/platform/db/transaction.ts'
import type { Pool } from '#server/platform/db/pool.ts'

/** A table of an ERP: its documented columns, and the query that fills them, in this order. */
export type ErpTable = { columns: string; sql: string }
export type ErpTables = Readonly<Record<string, ErpTable>>

/** What SQL Server says, with the number of its error. */
export class ErpSqlError extends Error {
  readonly code: 102 | 207 | 208

  constructor(code: ErpSqlError['code'], message: string) {
    super(message)
    this.code = code
  }
}

const keywords = new Set(
  'SELECT TOP FROM WHERE AND OR AS JOIN LEFT CROSS ON CASE WHEN THEN ELSE END GROUP BY ORDER IN IS NULL NOT varchar bigint date DESC'
    .toUpperCase()
    .split(' '),
)
const plainFunctions = new Set(['SUM', 'MIN', 'MAX', 'COALESCE', 'CAST', 'ROUND', 'TO_CHAR'])

/** Functions of the ERPs' databases: what stands in for them before and after their arguments. */
const erpFunctions: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'dbo.trk': ['(', ')'],
  'dbo.fn_vergiyuzde': ['coalesce((SELECT percent FROM erp_vat_rates WHERE no = (', ')), 0)'],
  // A moment in the future has no stock.
  'dbo.fn_depodakimiktar': ['coalesce((SELECT quantity FROM erp_quantities WHERE (code, no, moment) = (', ')), 0)'],
}

const tokenPattern = /\s+|'(?:[^']|'')*'|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|\d+(?:\.\d+)?|<>|>=|<=|[=<>+\-*(),]/y

/**
 * Runs a query of the ERP's SQL Server on its tables here. The query may name nothing but those tables, their documented
 * columns and the functions above, and it reads only: everything else is refused as SQL Server does.
 *
 * @param clock the ERP's local time, "2026-11-20 10:00:00"
 */
export async function runErpSql(pool: Pool, tables: ErpTables, sql: string, clock: string): Promise<object[]> {
  const { text, used } = translate(sql, tables, clock)
  const parts = [...used].map(
    (name) => `${cteName(name)} (${tables[name]?.columns}) AS NOT MATERIALIZED (${tables[name]?.sql})`,
  )
  const shared = [
    `erp_vat_rates (no, percent) AS (VALUES ${vatRates.map((percent, no) => `(${no}, ${percent})`).join(', ')})`,
    `erp_quantities (code, no, moment, quantity) AS NOT MATERIALIZED (SELECT i.code, s.warehouse_no, TIMESTAMP '${clock}', s.quantity
       FROM sandbox_erp_stock s JOIN sandbox_erp_items i ON i.id = s.item_id)`,
  ]
  const statement = `WITH ${[...shared, ...parts].join(', ')} SELECT to_json(q) AS record FROM (${text}) q`
  const rows = await transaction(
    pool,
    async (db) => {
      await db.execute('SET TRANSACTION READ ONLY')
      return db.query<{ record: object }>(statement)
    },
    { retries: 0 },
  ).catch((error: unknown) => {
    throw new ErpSqlError(102, error instanceof Error ? error.message : String(error))
  })
  return rows.map(({ record }) => record)
}

/** Percent by the index that cards and documents have (Mikro). */
export const vatRates = [0, 0, 1, 10, 20, 8, 18] as const

const cteName = (table: string) => `erp_${table.toLowerCase().replaceAll('.', '_')}`

type Translated = { text: string; used: Set<string> }

function translate(sql: string, tables: ErpTables, clock: string): Translated {
  const tokens = tokensOf(
    sql
      .replaceAll(
        /CONVERT\(varchar\((\d+)\), ([^,]+), 120\)/g,
        "CAST(TO_CHAR($2, 'YYYY-MM-DD HH24:MI:SS') AS varchar($1))",
      )
      .replaceAll(/CONVERT\(date, (GETDATE\(\)(?: - \d+)?)\)/g, 'CAST($1 AS date)'),
  )
  const aliases = aliasesOf(tokens, tables)
  const state: State = { tokens, aliases, tables, clock, out: [], closers: [], item: null, limit: null }
  for (let at = 0; at < tokens.length; at += 1) at = translateToken(state, at)
  if (state.item !== null) state.out.push(`AS "${state.item}"`)
  const text = `${state.out.join(' ')}${state.limit === null ? '' : ` LIMIT ${state.limit}`}`
  return { text, used: new Set(aliases.values()) }
}

function tokensOf(sql: string): string[] {
  const tokens: string[] = []
  for (tokenPattern.lastIndex = 0; tokenPattern.lastIndex < sql.length; ) {
    const start = tokenPattern.lastIndex
    const [token] = tokenPattern.exec(sql) ?? []
    if (token === undefined) throw new ErpSqlError(102, `Incorrect syntax near '${sql.slice(start, start + 20)}'.`)
    if (token.trim() !== '') tokens.push(token)
  }
  if (tokens[0]?.toUpperCase() !== 'SELECT') throw new ErpSqlError(102, 'Only SELECT is allowed.')
  return tokens
}

/** Tables by their alias. Every table of a query has one. */
function aliasesOf(tokens: readonly string[], tables: ErpTables): Map<string, string> {
  const aliases = new Map<string, string>()
  for (const [index, token] of tokens.entries()) {
    if (!['FROM', 'JOIN'].includes(token.toUpperCase())) continue
    const [name = '', alias = ''] = tokens.slice(index + 1, index + 3)
    const known = Object.keys(tables).find((table) => table.toLowerCase() === name.toLowerCase())
    if (known === undefined) throw new ErpSqlError(208, `Invalid object name '${name}'.`)
    if (!/^[A-Z]$/.test(alias)) throw new ErpSqlError(102, `Incorrect syntax near '${alias}'.`)
    aliases.set(alias, known)
  }
  return aliases
}

type State = {
  tokens: readonly string[]
  aliases: ReadonlyMap<string, string>
  tables: ErpTables
  clock: string
  out: string[]
  /** What closes each open parenthesis. */
  closers: string[]
  /** The name of the selected column that is being read; null outside of the first list. */
  item: string | null
  limit: number | null
}

/** Translates the token at a place and returns the place of the last one that it has used. */
function translateToken(state: State, at: number): number {
  const { tokens, out, closers } = state
  const token = tokens[at] ?? ''
  const next = tokens[at + 1] ?? ''
  const upper = token.toUpperCase()
  if (upper === 'TOP') {
    if (closers.length > 0) throw new ErpSqlError(102, "Incorrect syntax near 'TOP'.")
    state.limit = Number(next)
    return at + 1
  }
  if (upper === 'GETDATE') return translateClock(state, at)
  if (token === '(') return open(state, ['(', ')'], at)
  if (token === ')') return push(state, closers.pop() ?? ')', at)
  if (token === '+') return push(state, joinsTexts(tokens, at) ? '||' : '+', at)
  if (upper === 'SELECT' && at === 0) {
    state.item = ''
    return push(state, 'SELECT', at)
  }
  if (closers.length === 0 && state.item !== null && (token === ',' || upper === 'FROM')) {
    out.push(`AS "${state.item}"`)
    state.item = token === ',' ? '' : null
  }
  if (closers.length === 0 && state.item !== null && upper === 'AS') {
    if (!/^[A-Za-z_]\w*$/.test(next)) throw new ErpSqlError(102, `Incorrect syntax near '${next}'.`)
    state.item = next
    return at + 1
  }
  if (!/^[A-Za-z_]/.test(token) || keywords.has(upper)) return push(state, token, at)
  return translateName(state, at)
}

function push({ out }: State, text: string, at: number): number {
  out.push(text)
  return at
}

function open({ out, closers }: State, [before, after]: readonly [string, string], at: number): number {
  out.push(before)
  closers.push(after)
  return at
}

/** GETDATE(), and days before it. */
function translateClock(state: State, at: number): number {
  const { tokens, clock } = state
  const [minus, days] = tokens.slice(at + 3, at + 5)
  const isEarlier = minus === '-' && days !== undefined
  push(state, `(TIMESTAMP '${clock}'${isEarlier ? ` - interval '${Number(days)} days'` : ''})`, at)
  return at + (isEarlier ? 4 : 2)
}

const joinsTexts = (tokens: readonly string[], at: number) =>
  [tokens[at - 1], tokens[at + 1]].some((token) => token?.startsWith("'") || token?.toUpperCase() === 'CASE')

function translateName(state: State, at: number): number {
  const { tokens, aliases, tables } = state
  const token = tokens[at] ?? ''
  if (tokens[at + 1] === '(') {
    const own = erpFunctions[token.toLowerCase()]
    if (own !== undefined) return open(state, own, at) + 1
    if (plainFunctions.has(token.toUpperCase())) return push(state, token, at)
    throw new ErpSqlError(102, `'${token}' is not a recognized function name.`)
  }
  const before = tokens[at - 1]?.toUpperCase() ?? ''
  if (before === 'FROM' || before === 'JOIN') {
    push(state, `${cteName(token)} ${tokens[at + 1] ?? ''}`, at)
    return at + 1
  }
  const [alias = '', column = ''] = token.split('.')
  const table = tables[aliases.get(alias) ?? '']
  const isKnown = table?.columns.split(', ').some((name) => name.toLowerCase() === column.toLowerCase())
  if (!isKnown) throw new ErpSqlError(207, `Invalid column name '${token}'.`)
  if (state.item === '' || state.closers.length === 0) state.item = state.item === null ? null : column
  return push(state, token, at)
}
