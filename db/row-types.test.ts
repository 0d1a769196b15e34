import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { checkStatements, type StatementProblem } from '#testing/sql/check-statements.ts'
import { nullProblem, rowProblems } from '#testing/sql/compare-row.ts'
import { createDescriber, type ResultColumn } from '#testing/sql/describe-statement.ts'
import { openSources, type Sources } from '#testing/sql/sources.ts'
import { findStatements, rowTypeOf, type Statement, type UnresolvedStatement } from '#testing/sql/statements.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { neverNull, samples, unresolvedStatements } from './row-type-exceptions.ts'

let database: TestDatabase
let sources: Sources
let statements: Statement[]
let unresolved: UnresolvedStatement[]

beforeAll(async () => {
  database = await createTestDatabase()
  sources = openSources(['server', 'cli', 'demo'])
  const found = findStatements(sources, sampleOf)
  statements = found.statements
  unresolved = found.unresolved
})
afterAll(async () => {
  sources.close()
  await database.drop()
})

function sampleOf(path: string, expression: string): string | undefined {
  return samples.find((sample) => path.startsWith(sample.folder) && sample.expression.test(expression))?.sql
}

const isAbout = ({ path, problem }: StatementProblem, folder: string, column: string) =>
  path.startsWith(folder) && problem.startsWith(nullProblem(column))

describe('row types of SQL statements', () => {
  test('match the columns, types and nullability that PostgreSQL reports', async () => {
    const problems = await database.pool.withClient((client) => checkStatements(client, sources, statements))
    const exceptions = neverNull.flatMap(({ folder, columns }) => columns.map((column) => ({ folder, column })))
    const unexpected = problems.filter(
      (problem) => !exceptions.some(({ folder, column }) => isAbout(problem, folder, column)),
    )
    const unused = exceptions.filter(
      ({ folder, column }) => !problems.some((problem) => isAbout(problem, folder, column)),
    )
    expect(statements.length).toBeGreaterThan(600)
    expect({ unexpected, unused }).toEqual({ unexpected: [], unused: [] })
  })

  test('are checked for all statements but a listed few', () => {
    const counted = unresolvedStatements.map(({ folder, reason }) => ({
      folder,
      count: unresolved.filter(({ path }) => path.startsWith(folder)).length,
      reason,
    }))
    const unlisted = unresolved
      .filter(({ path }) => !counted.some(({ folder }) => path.startsWith(folder)))
      .map(({ path, line, reason }) => `${path}:${line} ${reason}`)
    expect({ counted, unlisted }).toEqual({ counted: unresolvedStatements, unlisted: [] })
  })
})

describe('rowProblems', () => {
  const right: ResultColumn[] = [
    { name: 'id', kind: 'number', canBeNull: false },
    { name: 'name', kind: 'string', canBeNull: false },
    { name: 'role', kind: 'string', canBeNull: false },
    { name: 'password_hash', kind: 'string', canBeNull: true },
    { name: 'is_disabled', kind: 'boolean', canBeNull: false },
    { name: 'is_password_off', kind: 'boolean', canBeNull: false },
  ]
  const [id, ...others] = right as [ResultColumn, ...ResultColumn[]]

  test.each<[string, ResultColumn[], string[]]>([
    ['nothing when all columns match', right, []],
    ['a declared column that is not returned', others, ['id is declared, but not returned']],
    ['a returned column that is not declared', [...right, { ...id, name: 'x' }], ['x is returned, but not declared']],
    ['a column of another type', [{ ...id, kind: 'Date' }, ...others], ['id is Date, declared number']],
    ['an array', [{ ...id, kind: { elements: 'number' } }, ...others], ['id is an array, declared number']],
    ['a column that can be null', [{ ...id, canBeNull: true }, ...others], ['id can be null, declared number']],
  ])('reports %s', (_, columns, problems) => {
    const statement = statements.find(({ call }) => call.getText().includes("'account_find'"))
    const row = statement && rowTypeOf(sources, statement)
    expect(row && rowProblems(sources.checker, row, columns)).toEqual(problems)
  })
})

describe('describing a statement', () => {
  test.each<[string, string, Omit<ResultColumn, 'name'>]>([
    ['a required column', 'SELECT email FROM users', { kind: 'string', canBeNull: false }],
    ['an optional column', 'SELECT dealer_id FROM users', { kind: 'number', canBeNull: true }],
    [
      'an optional column that WHERE tests',
      'SELECT dealer_id FROM users WHERE dealer_id IS NOT NULL',
      { kind: 'number', canBeNull: false },
    ],
    [
      'a required column behind an outer join',
      'SELECT d.code FROM users u LEFT JOIN dealers d ON d.id = u.dealer_id',
      { kind: 'string', canBeNull: true },
    ],
    [
      'a column through WITH and a subquery',
      'WITH a AS (SELECT dealer_id FROM users) SELECT * FROM (SELECT * FROM a) b',
      { kind: 'number', canBeNull: true },
    ],
    [
      'a union in which one part is null',
      'SELECT email FROM users UNION ALL SELECT NULL',
      { kind: 'string', canBeNull: true },
    ],
    ['a changed row', 'DELETE FROM dealers RETURNING city', { kind: 'string', canBeNull: true }],
    ['a parameter', 'SELECT $1::date AS day', { kind: 'string', canBeNull: true }],
    ['a count', 'SELECT count(*) FROM users', { kind: 'number', canBeNull: false }],
    ['a sum over no rows', 'SELECT sum(id) FROM users', { kind: 'number', canBeNull: true }],
    ['a sum of a group', 'SELECT sum(id) FROM users GROUP BY role', { kind: 'number', canBeNull: false }],
    ['a default', 'SELECT coalesce(sum(id), 0) FROM users', { kind: 'number', canBeNull: false }],
    ['a CASE without ELSE', 'SELECT CASE WHEN can_order THEN 1 END FROM users', { kind: 'number', canBeNull: true }],
    ['a subquery without a row', 'SELECT (SELECT id FROM users LIMIT 1)', { kind: 'number', canBeNull: true }],
    ['a test for rows', 'SELECT EXISTS (SELECT FROM users)', { kind: 'boolean', canBeNull: false }],
    ['a JSON field', `SELECT '{}'::jsonb -> 'a'`, { kind: 'json', canBeNull: true }],
    ['money', 'SELECT risk_limit FROM dealers', { kind: 'string', canBeNull: false }],
    ['a moment', 'SELECT created_at FROM users', { kind: 'Date', canBeNull: false }],
    ['bytes', 'SELECT id FROM sessions', { kind: 'Buffer', canBeNull: false }],
    ['an array', 'SELECT array_agg(id) FROM users', { kind: { elements: 'number' }, canBeNull: true }],
  ])('knows the type and nullability of %s', async (_, sql, expected) => {
    const columns = await database.pool.withClient(async (client) => (await createDescriber(client)).describe(sql))
    expect(columns).toEqual([{ name: expect.any(String), ...expected }])
  })
})
