import type { LabelProblem } from './plan-categories.ts'

export type LabelRowResult = {
  line: number
  status: 'created' | 'updated' | 'unchanged' | 'deleted' | 'rejected'
  problem: LabelProblem | null
}
export type SavedLabels = { isWritten: boolean; results: LabelRowResult[] }
