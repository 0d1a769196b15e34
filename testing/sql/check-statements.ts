import type pg from 'pg'
import { rowProblems } from './compare-row.ts'
import { createDescriber } from './describe-statement.ts'
import type { Sources } from './sources.ts'
import { rowTypeOf, type Statement } from './statements.ts'

export type StatementProblem = { path: string; line: number; problem: string }

const DESCRIBABLE = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|MERGE|VALUES)\b/

/** Lets PostgreSQL analyse every statement, and compares the rows that it returns with the declared types. */
export async function checkStatements(
  client: pg.PoolClient,
  sources: Sources,
  statements: readonly Statement[],
): Promise<StatementProblem[]> {
  await createTemporaryTables(client, statements)
  const { describe } = await createDescriber(client)
  const found = new Map<string, StatementProblem>()
  for (const statement of statements) {
    const { path, line } = statement
    const row = rowTypeOf(sources, statement)
    for (const text of statement.texts.filter((each) => DESCRIBABLE.test(each))) {
      const problems = await describe(text).then(
        (columns) => (row ? rowProblems(sources.checker, row, columns) : []),
        (error: Error) => [`PostgreSQL refuses the statement: ${error.message}`],
      )
      for (const problem of problems) found.set(`${path}:${line} ${problem}`, { path, line, problem })
    }
  }
  return [...found.values()]
}

/** Statements name temporary tables that others create, some of them from one another. */
async function createTemporaryTables(client: pg.PoolClient, statements: readonly Statement[]): Promise<void> {
  let remaining = statements
    .flatMap(({ texts }) => texts)
    .filter((text) => /^\s*CREATE TEMP TABLE/.test(text))
    .map((text) => text.replace('CREATE TEMP TABLE', 'CREATE TEMP TABLE IF NOT EXISTS').replace('ON COMMIT DROP', ''))
  for (;;) {
    const failed: string[] = []
    let failure: unknown
    for (const text of remaining) {
      await client.query(text).catch((error: unknown) => {
        failed.push(text)
        failure = error
      })
    }
    if (failed.length === 0) return
    if (failed.length === remaining.length) throw failure
    remaining = failed
  }
}
