type Preview = {
  state: string
  /** Records that would be added or changed. */
  changes: number
  rejected: number
  warnings: number
  /** Open questions: an answer may change the result. */
  questions: number
}

/**
 * What a preview without changes says: only a file that was taken in whole shows that the shop is as the file. Null: there
 * is something to change, or it is not known yet.
 */
export function nothingToChange({
  state,
  changes,
  rejected,
  warnings,
  questions,
}: Preview): 'nothing' | 'nothingElse' | 'nothingWarned' | null {
  if (state !== 'ready' || changes > 0 || questions > 0) return null
  if (rejected > 0) return 'nothingElse'
  return warnings > 0 ? 'nothingWarned' : 'nothing'
}
