import { translate } from '#server/platform/http/words.ts'
import { textAt } from '#server/erp/adapters/protocol/values.ts'
import { TableError } from '#server/platform/tables/table-error.ts'
import type { FoundFile } from './file-store.ts'
import { type Completeness, completeFiles, moveFile, refuseFile } from './folder-files.ts'
import { type FolderTargets, saveAnswer } from './folder-documents.ts'
import { recordsOf } from './read-folder.ts'

/**
 * Reads the ERP's answers to documents: files of any format with the columns `number`, `kind`, `documentNo` and `error`.
 * Answers to documents that are not there are listed in a report; the others in the same file count.
 */
export async function readAnswers(targets: FolderTargets, completeness: Completeness): Promise<void> {
  const { place, now } = targets
  const { store, answers: from } = place
  for (const file of await completeFiles(store, from, completeness)) {
    const reasons = await readFile(targets, file)
    if (reasons.length === 0) await moveFile(store, file, { from, to: place.answersDone }, now())
    else await refuseFile(store, file, { from, to: place.answersRefused }, { now: now(), reasons })
  }
}

async function readFile(targets: FolderTargets, file: FoundFile): Promise<string[]> {
  const problems: string[] = []
  try {
    for await (const { line, record } of recordsOf(targets.place.store, file)) {
      const field = (name: string) => textAt(record, name)
      const answer = {
        kind: field('kind'),
        number: field('number'),
        documentNo: field('documentNo'),
        error: field('error'),
      }
      const problem = await saveAnswer(targets, answer)
      if (problem !== null) problems.push(`${line}: ${problem}`)
    }
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    problems.push(translate('tr', `import.refusals.${error.code}`, error.facts))
  }
  return problems
}
