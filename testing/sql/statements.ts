import type { CallExpression } from 'typescript/unstable/ast'
import { isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import type { Type } from 'typescript/unstable/sync'
import type { Sources } from './sources.ts'
import { createStaticText, NotStatic, type SampleOf } from './static-text.ts'

/** A call of `query`, `one` or `execute` on a database handle. */
export type Statement = {
  path: string
  line: number
  method: 'query' | 'one' | 'execute'
  call: CallExpression
  /** Every text that the call can send. */
  texts: string[]
}

/** A call whose text depends on something that only a running program has. */
export type UnresolvedStatement = { path: string; line: number; reason: string }

/** All statements of the sources, and the calls whose text only a running program knows. */
export function findStatements(
  sources: Sources,
  sampleOf: SampleOf,
): { statements: Statement[]; unresolved: UnresolvedStatement[] } {
  const textsOf = createStaticText(sources, sampleOf)
  const statements: Statement[] = []
  const unresolved: UnresolvedStatement[] = []
  for (const { path, line, call } of sources.calls) {
    const method = methodOf(sources, call)
    const [text] = call.arguments
    if (method === undefined || text === undefined) continue
    try {
      statements.push({ path, line, method, call, texts: textsOf(text) })
    } catch (error) {
      if (!(error instanceof NotStatic)) throw error
      unresolved.push({ path, line, reason: error.message })
    }
  }
  return { statements, unresolved }
}

function methodOf(sources: Sources, { expression }: CallExpression): Statement['method'] | undefined {
  if (!isPropertyAccessExpression(expression)) return undefined
  const method = expression.name.text
  if (method !== 'query' && method !== 'one' && method !== 'execute') return undefined
  const file = sources.declarationOf(expression.name)?.getSourceFile().fileName
  return file?.endsWith('/server/platform/db/pool.ts') ? method : undefined
}

/** The type of a row that the call declares or that its result is used as; undefined for `execute`. */
export function rowTypeOf({ checker }: Sources, { method, call }: Statement): Type | undefined {
  if (method === 'execute') return undefined
  const signature = checker.getResolvedSignature(call)
  const promise = signature && checker.getReturnTypeOfSignature(signature)
  const [result] = promise?.isTypeReference() ? checker.getTypeArguments(promise) : []
  if (result === undefined) return undefined
  if (method === 'one') return checker.getNonNullableType(result)
  return result.isTypeReference() ? checker.getTypeArguments(result)[0] : undefined
}
