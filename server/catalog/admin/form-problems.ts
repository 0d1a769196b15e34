import type { ProductValues } from '#contract/admin/products.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'

export type ParseContext = {
  /** The stored values; null for a new product. */
  current: ProductValues | null
  /** The parent's variant dimensions; null when the product is not a variant. */
  parentNames: readonly string[] | null
  /** Number of variants. */
  children: number
  currencies: ReadonlySet<string>
  priceLists: ReadonlySet<number>
  /** Whether the author may change prices, and by how many percent without a second person; 0 = any. */
  mayPrice: boolean
  secondOver: number
}

export type ReportProblem = (field: string, problem: string, facts?: Record<string, string | number>) => void

/** Collects the problems of all fields for one response; only the first problem of a field is kept. */
export function createProblems() {
  const fields: NonNullable<Refusal['fields']> = {}
  const report: ReportProblem = (field, problem, facts) => {
    fields[field] ??= { text: `productForm.problems.${problem}`, ...(facts && { facts }) }
  }
  const refusal = (): Refusal | null =>
    Object.keys(fields).length === 0 ? null : { ...refuse('validation_failed'), fields }
  return { report, refusal }
}
