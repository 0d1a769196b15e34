import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { ResultColumn, ValueKind } from './describe-statement.ts'

/** The problem that `neverNull` exceptions are about. */
export const nullProblem = (column: string) => `${column} can be null`

/** How a declared row type differs from the columns that PostgreSQL returns, one sentence each. */
export function rowProblems(checker: Checker, row: Type, columns: readonly ResultColumn[]): string[] {
  const declared = new Map(
    checker.getPropertiesOfType(row).map((property) => [property.name, checker.getTypeOfSymbol(property)]),
  )
  // `object`: the caller does not read the row.
  if (declared.size === 0) return []
  const missing = [...declared.keys()].filter((name) => columns.every((column) => column.name !== name))
  return [
    ...missing.map((name) => `${name} is declared, but not returned`),
    ...columns.flatMap((column) => {
      const type = declared.get(column.name)
      return type ? columnProblems(checker, type, column) : [`${column.name} is returned, but not declared`]
    }),
  ]
}

function columnProblems(checker: Checker, type: Type, { name, kind, canBeNull }: ResultColumn): string[] {
  const members = membersOf(type)
  if (members.some(({ flags }) => flags & (TypeFlags.Unknown | TypeFlags.Any))) return []
  const values = members.filter(({ flags }) => !(flags & (TypeFlags.Null | TypeFlags.Undefined)))
  const text = checker.typeToString(type)
  const problems: string[] = []
  if (!values.every((value) => accepts(checker, value, kind))) {
    problems.push(`${name} is ${typeof kind === 'object' ? 'an array' : kind}, declared ${text}`)
  }
  if (canBeNull && !members.some(({ flags }) => flags & TypeFlags.Null)) {
    problems.push(`${nullProblem(name)}, declared ${text}`)
  }
  return problems
}

const membersOf = (type: Type): readonly Type[] => (type.isUnionType() ? (type.getTypes() ?? []) : [type])

/** Whether a declared type takes values of this kind. A union of strings is taken for text: CHECK constraints are not read. */
function accepts(checker: Checker, type: Type, kind: ValueKind): boolean {
  if (kind === 'json') return true
  if (typeof kind === 'object') {
    const [element] = checker.isArrayLikeType(type) && type.isTypeReference() ? checker.getTypeArguments(type) : []
    return (
      element !== undefined &&
      membersOf(element).every((member) => isNullish(member) || accepts(checker, member, kind.elements))
    )
  }
  if (kind === 'string') return (type.flags & TypeFlags.StringLike) !== 0
  if (kind === 'number') return (type.flags & TypeFlags.NumberLike) !== 0
  if (kind === 'boolean') return (type.flags & TypeFlags.BooleanLike) !== 0
  const name = type.getSymbol()?.name
  return name === kind || (kind === 'Buffer' && name === 'Uint8Array')
}

const isNullish = ({ flags }: Type) => (flags & (TypeFlags.Null | TypeFlags.Undefined)) !== 0
