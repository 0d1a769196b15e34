import type { Locale } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Facts } from '#server/platform/tables/table-error.ts'
import { allFileImportFields } from '#contract/admin/imports/file-import-options.ts'

const fields: ReadonlySet<string> = new Set(allFileImportFields)

/** Why a file of accounts was refused, with the titles of missing columns in the language of the reader. */
export function accountRefusalText(locale: Locale, { code, facts }: { code: string; facts: Facts }): string {
  const { missing } = facts
  const titled =
    typeof missing === 'string'
      ? { missing: missing.replaceAll(/\w+/g, (word) => (fields.has(word) ? titleOf(locale, word) : word)) }
      : {}
  return translate(locale, `import.refusals.${code}`, { ...facts, ...titled })
}

const titleOf = (locale: Locale, field: string) => translate(locale, `imports.files.fields.${field}`)

/** Why a row of a file was left out, or what is unusual about it. Refusals of other features have their own sentence. */
export function accountIssueText(locale: Locale, { code, facts }: { code: string; facts: Facts }): string {
  const promotion = promotionText(locale, { code, facts })
  if (promotion !== undefined) return promotion
  const own = `import.issues.${code}`
  const text = translate(locale, own, facts)
  return text === own ? translate(locale, `errors.${code}`, facts) : text
}

/** The sentence of the form for a promotion, after the title of the column. */
function promotionText(locale: Locale, { code, facts }: { code: string; facts: Facts }): string | undefined {
  const [, problem] = /^promotion_(\w+)$/.exec(code) ?? []
  const { column } = facts
  for (const kind of ['issues', 'warnings']) {
    const key = `promotions.${kind}.${problem}`
    const text = translate(locale, key, facts)
    if (text === key) continue
    const title = typeof column === 'string' && fields.has(column) ? titleOf(locale, column) : column
    return title === undefined ? text : `${title}: ${text}`
  }
  return undefined
}
