import type { ImportQuestion } from '#contract/admin/imports.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import type { StagedFile } from '#server/catalog/import/stage/stage-rows.ts'
import { priceFields } from './fields.ts'

const maxExamples = 3

/** What a file leaves open after all its rows are read. */
export function questionsOf({ name, plan, tally, examples }: StagedFile): ImportQuestion[] {
  if (tally.basisAssumed === 0) return []
  const indexes = priceFields.flatMap((field) => (plan.prices.bases.has(field) ? [] : (plan.fields.get(field) ?? [])))
  const columns = indexes.map((index) => plan.titles[index] ?? '')
  return [{ kind: 'prices', file: name, columns, examples: examples(indexes[0] ?? -1).slice(0, maxExamples) }]
}

export function questionText(locale: Locale, { kind, file, columns }: ImportQuestion): string {
  return translate(locale, `import.questions.${kind}`, { file, columns: columns.join(', ') })
}
