import { type Migration, parseMigration } from '#server/platform/db/migration/migration-files.ts'
import { statementsOf } from '#server/platform/db/migration/statements-of.ts'
import { largeTables } from './large-tables.ts'

/**
 * What a migration must not do, because the previous version serves while it runs (decision 112). Its last statement of schema
 * from before these rules is 0556.
 */
export const lastFreeMigration = 556

const rules = {
  contract: (what: string) =>
    `${what}: the previous version may use it. Stop using it in one version, and remove it in a later one by a file that begins with "-- migration: contract after <last migration of the version that stopped>".`,
  early: 'A contract names a migration that does not exist before it.',
  notNull: (column: string) =>
    `${column} is NOT NULL without a default: the previous version does not fill it. Give it a default.`,
  setNotNull: (column: string) =>
    `SET NOT NULL on ${column} reads a large table under a lock: first add CHECK (… IS NOT NULL) NOT VALID, and VALIDATE it in a later file.`,
  rewrite: (what: string) =>
    `${what} rewrites a large table under a lock: add a column, fill it in batches, and remove the old one by a contract.`,
  index: (table: string) =>
    `An index on ${table} blocks changes: use CREATE INDEX CONCURRENTLY in a file that begins with "-- migration: index".`,
  indexFile:
    'CREATE INDEX CONCURRENTLY needs a file of its own that begins with "-- migration: index" and has nothing else.',
  unique: (table: string) =>
    `A key of ${table} makes an index under a lock: make a unique index concurrently, then ADD CONSTRAINT … USING INDEX.`,
  constraint: (table: string) =>
    `A constraint of ${table} reads the table under a lock: add it NOT VALID, and VALIDATE it in a later file.`,
  validate:
    'VALIDATE CONSTRAINT needs a later file: the lock of ADD CONSTRAINT lasts until the end of its transaction.',
  rows: (table: string) =>
    `Rows of ${table} are changed in one transaction: use a file that begins with "-- migration: batch of ${table}".`,
  batchFile: 'A batch is one statement that changes at most $1 rows (LIMIT $1).',
  lock: (what: string) => `${what} locks a table for long.`,
} as const

/**
 * Returns a sentence for each thing that a migration does and must not do. `earlier` are the migrations before it.
 */
export function migrationProblems(name: string, sql: string, earlier: readonly Migration[] = []): string[] {
  const migration = parseMigration(name, sql)
  const statements = statementsOf(sql, { isOutline: true })
  const file: File = {
    kind: migration.kind,
    statements,
    created: new Set(
      statements.map((statement) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/.exec(statement)?.[1] ?? ''),
    ),
    earlier: earlier.flatMap(({ sql: text }) => statementsOf(text, { isOutline: true })),
  }
  const { oldestProgram } = migration
  const isEarly = oldestProgram !== null && !earlier.some(({ version }) => version === oldestProgram)
  return [
    ...(isEarly ? [rules.early] : []),
    ...formProblems(file),
    ...statements.flatMap((each) => statementProblems(each, file)),
  ]
}

type File = {
  kind: Migration['kind']
  statements: readonly string[]
  /** Tables that the file creates: they are empty, and no version uses them. */
  created: ReadonlySet<string>
  /** Statements of earlier migrations. */
  earlier: readonly string[]
}

function formProblems({ kind, statements }: File): string[] {
  const isConcurrent = (statement: string) => / INDEX CONCURRENTLY /.test(statement)
  if (kind === 'index') return statements.every(isConcurrent) ? [] : [rules.indexFile]
  if (kind === 'batch')
    return statements.length === 1 && /LIMIT \$1\b/.test(statements[0] ?? '') ? [] : [rules.batchFile]
  return statements.some(isConcurrent) ? [rules.indexFile] : []
}

function statementProblems(statement: string, file: File): string[] {
  const table = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+) (.*)$/.exec(statement)
  if (table !== null) {
    const [, name = '', actions = ''] = table
    return file.created.has(name) ? [] : partsOf(actions).flatMap((action) => actionProblems(name, action, file))
  }
  return [...removalProblems(statement, file), ...rowProblems(statement, file), ...lockProblems(statement, file)]
}

/** `ADD COLUMN a int CHECK (a IN (1, 2)), DROP COLUMN b`, apart at the commas outside of brackets. */
function partsOf(actions: string): string[] {
  const parts: string[] = []
  let [depth, start] = [0, 0]
  for (let i = 0; i <= actions.length; i += 1) {
    const char = actions[i]
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if ((char === ',' && depth === 0) || char === undefined) {
      parts.push(actions.slice(start, i).trim())
      start = i + 1
    }
  }
  return parts
}

/** One action of ALTER TABLE on an existing table. */
function actionProblems(table: string, action: string, file: File): string[] {
  const isLarge = largeTables.has(table)
  const column = /^(?:ADD|ALTER)(?: COLUMN)?(?: IF NOT EXISTS)? (\w+)/.exec(action)?.[1] ?? ''
  const where = `${table}.${column}`
  if (/^(DROP (?!CONSTRAINT)|RENAME )/.test(action)) return needsContract(`${table}: ${action}`, file)
  if (action.startsWith('DROP CONSTRAINT')) return []
  if (/^ADD (CONSTRAINT|CHECK|FOREIGN|UNIQUE|PRIMARY|EXCLUDE)/.test(action)) return constraintProblems(table, action)
  if (action.startsWith('ADD ')) return columnProblems(where, action, isLarge)
  if (/^ALTER .* DROP DEFAULT/.test(action)) return needsContract(`${where}: DROP DEFAULT`, file)
  if (/^ALTER .* SET NOT NULL/.test(action)) {
    const isChecked = file.earlier.some((each) =>
      each.startsWith(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_${column}_`),
    )
    return [
      ...needsContract(`${where}: SET NOT NULL`, file),
      ...(isLarge && !isChecked ? [rules.setNotNull(where)] : []),
    ]
  }
  if (/^ALTER .* TYPE /.test(action)) {
    return [...needsContract(`${where}: TYPE`, file), ...(isLarge ? [rules.rewrite(`A new type of ${where}`)] : [])]
  }
  if (action.startsWith('VALIDATE CONSTRAINT')) {
    const isAdded = file.statements.some((each) => /\bADD (CONSTRAINT|CHECK|FOREIGN)/.test(each))
    return isAdded ? [rules.validate] : []
  }
  return /^SET (TABLESPACE|LOGGED|UNLOGGED|ACCESS METHOD)/.test(action) ? [rules.lock(`${table}: ${action}`)] : []
}

function columnProblems(where: string, action: string, isLarge: boolean): string[] {
  const isFilled = /\b(DEFAULT|GENERATED|\w*serial)\b/i.test(action)
  // A default that is the same for all rows is stored once.
  const isRewritten =
    /GENERATED|serial\b|DEFAULT [^,]*\b(random|gen_random_uuid|uuidv\d|clock_timestamp|nextval)\b/i.test(action)
  const [table = ''] = where.split('.')
  return [
    ...(/NOT NULL|PRIMARY KEY/.test(action) && !isFilled ? [rules.notNull(where)] : []),
    ...(isLarge && isRewritten ? [rules.rewrite(`The value of ${where}`)] : []),
    ...(isLarge && /\bCHECK \(/.test(action) ? [rules.constraint(table)] : []),
    ...(isLarge && /\b(UNIQUE|PRIMARY KEY)\b/.test(action) ? [rules.unique(table)] : []),
  ]
}

function constraintProblems(table: string, action: string): string[] {
  if (!largeTables.has(table) || /USING INDEX/.test(action)) return []
  if (/\b(UNIQUE|PRIMARY KEY|EXCLUDE)\b/.test(action)) return [rules.unique(table)]
  return action.endsWith('NOT VALID') ? [] : [rules.constraint(table)]
}

function needsContract(what: string, { kind }: File): string[] {
  return kind === 'contract' ? [] : [rules.contract(what)]
}

/** What is made again in the same transaction is only replaced. */
function removalProblems(statement: string, file: File): string[] {
  const found =
    /^DROP (TABLE|VIEW|MATERIALIZED VIEW|FUNCTION|TRIGGER|TYPE|SEQUENCE|COLLATION)(?: IF EXISTS)? (\w+)/.exec(statement)
  if (found === null)
    return /^ALTER (VIEW|FUNCTION|TYPE|SEQUENCE) .* RENAME /.test(statement) ? needsContract(statement, file) : []
  const [, what = '', name = ''] = found
  const made = new RegExp(`^CREATE (OR REPLACE |CONSTRAINT )*${what} ${name}\\b`)
  return file.statements.some((each) => made.test(each)) ? [] : needsContract(statement, file)
}

function rowProblems(statement: string, { kind, created }: File): string[] {
  if (kind === 'batch' || /^CREATE (OR REPLACE )?(FUNCTION|TRIGGER|CONSTRAINT TRIGGER)/.test(statement)) return []
  const changed = [...statement.matchAll(/\b(?:UPDATE(?: ONLY)?|DELETE FROM) (\w+)/g)]
  // All rows of a large table are copied.
  const copied = /\bINSERT INTO\b/.test(statement) ? [...statement.matchAll(/\b(?:FROM|JOIN) (\w+)/g)] : []
  const tables = new Set([...changed, ...copied].map(([, name = '']) => name))
  return [...tables].filter((name) => largeTables.has(name) && !created.has(name)).map(rules.rows)
}

function lockProblems(statement: string, { created }: File): string[] {
  const indexed = /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON (?:ONLY )?(\w+)/.exec(statement)?.[1]
  if (indexed !== undefined && largeTables.has(indexed) && !created.has(indexed)) return [rules.index(indexed)]
  return /^(CLUSTER|VACUUM|REINDEX|LOCK|TRUNCATE)\b/.test(statement) ? [rules.lock(statement)] : []
}
