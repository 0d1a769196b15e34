import type { Db } from './pool.ts'

type Column = {
  table: string
  name: string
  type: string
  element: string | null
  labels: string[] | null
  required: boolean
  filled: boolean
  generated: boolean
}

const HEADER = `// Made from the database by \`node cli/toptan.ts types\`. Do not edit.`

// As server/platform/db/value-parsers.ts delivers them.
const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  timestamp: 'Date',
  timestamptz: 'Date',
}

// One row per column, with domains resolved to their base type. In the order of pg_attribute.
const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, base.typname AS type, element.typname AS element,
         (SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder) FROM pg_enum e
           WHERE e.enumtypid = COALESCE(element.oid, base.oid)) AS labels,
         a.attnotnull OR t.typnotnull AS required,
         a.atthasdef OR a.attidentity <> '' AS filled,
         a.attgenerated <> '' OR a.attidentity = 'a' AS generated
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    JOIN pg_type base ON base.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
    LEFT JOIN pg_type element ON element.oid = base.typelem AND base.typcategory = 'A'
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
   ORDER BY c.relname COLLATE "C", a.attnum`

/** The text of `db/types.ts` for the schema that the database has now. The same schema gives the same text. */
export async function generateTypes(db: Db): Promise<string> {
  const tables = Object.entries(Object.groupBy(await db.query<Column>(COLUMNS), ({ table }) => table))
  const body = tables.map(([table, columns = []]) => describeTable(table, columns))
  const list = tables.map(([table]) => `  ${table}: ${typeName(table)}\n`).join('')
  const text = [...body, `export type DB = {\n${list}}\n`].join('\n')
  const names = ['Generated', 'GeneratedAlways'].filter((name) => text.includes(`${name}<`))
  const imports = names.length > 0 ? `import type { ${names.join(', ')} } from 'kysely'\n\n` : ''
  return `${HEADER}\n\n${imports}${text}`
}

function describeTable(table: string, columns: Column[]): string {
  const lines = columns.map((column) => `  ${column.name}: ${describeColumn(column)}\n`)
  return `export type ${typeName(table)} = {\n${lines.join('')}}\n`
}

function describeColumn({ type, element, labels, required, filled, generated }: Column): string {
  const single = labels ? labels.map((label) => `'${label}'`).join(' | ') : (TYPES[element ?? type] ?? 'string')
  const whole = element === null ? single : `${labels ? `(${single})` : single}[]`
  const value = required || whole === 'unknown' ? whole : `${whole} | null`
  if (generated) return `GeneratedAlways<${value}>`
  return filled ? `Generated<${value}>` : value
}

/** `unit_prices` → `UnitPricesTable` */
function typeName(table: string): string {
  const words = table.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Table`
}
