import type { ProductValues } from '#contract/admin/products.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'

export type ParseContext = {
  /** As it is; null for a new one. */
  current: ProductValues | null
  /** Names of the parent's dimensions; null for what is no variant. */
  parentNames: readonly string[] | null
  /** How many variants it has. */
  children: number
  currencies: ReadonlySet<string>
  priceLists: ReadonlySet<number>
}

export type ReportProblem = (field: string, problem: string, facts?: Record<string, string | number>) => void

/** Problems of typed fields, gathered so that all are told at once; the first one of a field counts. */
export function createProblems() {
  const fields: NonNullable<Refusal['fields']> = {}
  const report: ReportProblem = (field, problem, facts) => {
    fields[field] ??= { text: `productForm.problems.${problem}`, ...(facts && { facts }) }
  }
  const refusal = (): Refusal | null =>
    Object.keys(fields).length === 0 ? null : { ...refuse('validation_failed'), fields }
  return { report, refusal }
}
