import { translate } from '#server/platform/http/words.ts'
import { textAt } from '#server/erp/adapters/protocol/values.ts'
import { TableError } from '#server/platform/tables/table-error.ts'
import { type Completeness, completeFiles, type FoundFile, moveFile, refuseFile } from './folder-files.ts'
import { type FolderTargets, saveAnswer } from './folder-documents.ts'
import { openFile, recordOf } from './read-folder.ts'

/**
 * Reads the ERP's answers to documents: files of any format with the columns `number`, `kind`, `documentNo` and `error`.
 * Answers to documents that are not there are listed in a report; the others in the same file count.
 */
export async function readAnswers(targets: FolderTargets, completeness: Completeness): Promise<void> {
  const { place, now } = targets
  for (const file of await completeFiles(place.answers, completeness)) {
    const problems = await readFile(targets, file)
    if (problems.length === 0) await moveFile(file, place.answersDone, now())
    else await refuseFile(file, place.answersRefused, now(), problems)
  }
}

async function readFile(targets: FolderTargets, file: FoundFile): Promise<string[]> {
  const problems: string[] = []
  try {
    const table = await openFile(file)
    for await (const row of table.rows()) {
      const record = recordOf(file, table, row)
      const field = (name: string) => textAt(record, name)
      const answer = {
        kind: field('kind'),
        number: field('number'),
        documentNo: field('documentNo'),
        error: field('error'),
      }
      const problem = await saveAnswer(targets, answer)
      if (problem !== null) problems.push(`${row.line}: ${problem}`)
    }
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    problems.push(translate('tr', `import.refusals.${error.code}`, error.facts))
  }
  return problems
}
