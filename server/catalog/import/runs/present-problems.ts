import type { Input, Reply } from '#contract/core/endpoint.ts'
import type { ImportProblem, ImportProblemKind, listImportProblems } from '#contract/admin/imports/import-lists.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { IssueCode } from '#server/catalog/import/read/codes.ts'
import { issueText } from '#server/catalog/import/report.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { parsePaging } from '#server/platform/http/list-paging.ts'
import { translate } from '#server/platform/http/words.ts'
import {
  countProblems,
  filesInImportOrder,
  type ImportRow,
  listProblemKinds,
  listProblems,
  type ProblemRow,
  undoProblemCodes,
} from './queries.ts'
import { fieldLabel } from './present-change.ts'

type Files = readonly { name: string }[]

/** Problems of a kind that are shown before the others are requested. */
const firstOfKind = 3

/** One page of problems of a level, or of one kind of them, and all kinds of the level with their first problems. */
export async function presentProblems(
  db: Db,
  row: ImportRow,
  query: Input<typeof listImportProblems>['query'],
  locale: Locale,
): Promise<Reply<typeof listImportProblems>> {
  const { id } = row
  const { page, limit } = parsePaging(query)
  const level = query.level === 'warning' || query.level === 'left' ? query.level : 'error'
  const files = filesInImportOrder(row)
  const [rows, counts, first] = await Promise.all([
    listProblems(db, { id, level, kind: query.kind, limit, offset: (page - 1) * limit }),
    countProblems(db, id),
    level === 'left' ? [] : listProblemKinds(db, { id, level, first: firstOfKind }),
  ])
  const kinds = kindsOf(first, files, locale)
  const total = query.kind === undefined ? counts[level] : (kinds.find(({ kind }) => kind === query.kind)?.total ?? 0)
  const items = rows.map((each) => presentProblem(each, files, locale))
  return { items, kinds, total, page, pages: Math.max(1, Math.ceil(total / limit)), limit }
}

function kindsOf(
  first: readonly (ProblemRow & { total: number })[],
  files: Files,
  locale: Locale,
): ImportProblemKind[] {
  return [...new Set(first.map(({ code }) => code))].map((kind) => {
    const rows = first.filter(({ code }) => code === kind)
    return {
      kind,
      title: translate(locale, `import.kinds.${kind}`),
      total: rows[0]?.total ?? 0,
      items: rows.map((row) => presentProblem(row, files, locale)),
    }
  })
}

export function presentProblem(row: ProblemRow, files: Files, locale: Locale): ImportProblem {
  const { level, file, line, key, row_text } = row
  const reason =
    level === 'left'
      ? undoProblemText(row, locale)
      : issueText(locale, { code: row.code as IssueCode, facts: row.facts })
  return { file: level === 'left' ? '' : (files[file]?.name ?? ''), line: Math.abs(line), key, reason, row: row_text }
}

function undoProblemText({ code, facts }: ProblemRow, locale: Locale): string {
  const left = undoProblemCodes.find((each) => each === code) ?? 'undo_changed'
  const names = String(facts.fields ?? '')
    .split(',')
    .filter((field) => field !== '')
    .map((field) => fieldLabel(locale, field))
  return translate(locale, `import.left.${left}`, { fields: names.join(', ') })
}
