import { parseSync } from 'vite'

/** What amounts are counted, compared, rounded and said with. */
const kept = new Set(
  `abs absoluteValue add ceil cmp comparedTo constructor decimalPlaces div dividedBy dividedToIntegerBy divToInt dp eq equals floor greaterThan
  greaterThanOrEqualTo gt gte isFinite isInt isInteger isNaN isNeg isNegative isPos isPositive isZero lessThan
  lessThanOrEqualTo lt lte minus mod modulo mul neg negated plus round sub times toDP toDecimalPlaces toFixed toJSON
  toNumber toString trunc truncated valueOf`.split(/\s+/),
)
/** What `Decimal` itself keeps besides its rounding modes. */
const keptOfClass = new Set(['clone', 'config', 'isDecimal', 'prototype', 'set'])

export const decimalFile = /\/decimal\.js\/decimal\.mjs$/

type Node = { type: string; start: number; end: number; id?: Name; body?: { body: Node[] }; expression?: Assignment }
type Name = { type: string; name?: string }
type Assignment = { type: string; left: { object?: Name; property?: Name }; right: Assignment }

/** The names of `owner.add = owner.plus = function …` (or a function's name); none where a statement is something else. */
function namesOf({ expression }: Node, owner: string): string[] {
  const names: string[] = []
  let node = expression
  while (node?.type === 'AssignmentExpression' && node.left.object?.name === owner) {
    names.push(node.left.property?.name ?? '')
    node = node.right
  }
  return node?.type === 'FunctionExpression' || node?.type === 'Identifier' ? names : []
}

/**
 * decimal.js without what no amount needs: powers, roots, logarithms, angles, other bases. They hang on one prototype,
 * where a bundler cannot see which are used. `removed` names the methods.
 */
export function leanDecimal(code: string): { code: string; removed: string[] } {
  const body = parseSync('decimal.mjs', code).program.body as unknown as Node[]
  const clone = body.find(({ type, id }) => type === 'FunctionDeclaration' && id?.name === 'clone')
  const isUnused = (names: string[], keep: Set<string>) => names.length > 0 && !names.some((name) => keep.has(name))
  const methods = body.filter((node) => isUnused(namesOf(node, 'P'), kept))
  const ofClass = clone?.body?.body.filter((node) => isUnused(namesOf(node, 'Decimal'), keptOfClass)) ?? []
  const constants = body.filter(({ start, end }) => /^(LN10|PI) = new Decimal/.test(code.slice(start, end)))
  if (methods.length === 0 || ofClass.length === 0) throw new Error('decimal.js is written in another way than before')
  return {
    code: [...methods, ...ofClass, ...constants]
      .sort((a, b) => b.start - a.start)
      .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code),
    removed: methods.flatMap((node) => namesOf(node, 'P')),
  }
}
