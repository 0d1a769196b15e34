import type { SearchRuleKind } from '#domain/search/search-rule.ts'

/** A comma between digits is a decimal sign. */
const comma = String.raw`,(?!\d)|(?<!\d),`
const separators = new RegExp(String.raw`[;\n]|${comma}`)
/** Groups of synonyms are often written with `=`. A code may contain it. */
const wordSeparators = new RegExp(String.raw`[;=\n]|${comma}`)

/** The words of a typed text: one per line, or separated by `=`, commas and semicolons. Blank ones are left out. */
export function splitRuleWords(kind: SearchRuleKind, text: string): string[] {
  return text
    .split(kind === 'code' ? separators : wordSeparators)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
