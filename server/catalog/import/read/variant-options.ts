import { squeezeCode } from '#domain/text/text.ts'
import { textOf } from '#server/platform/tables/cell-text.ts'
import type { Cell } from '#server/platform/tables/table.ts'

/** Two columns of a variant: the names of its options and their values, for example Renk|Beden and Kırmızı|S. */
export type OptionColumns = { names: number; values: number }

const nestedNames = /^(?:name|ad|adi|isim|tanim|key|title|baslik|ozellik|ozellikadi|secenek|secenekadi)$/
const nestedValues = /^(?:value|val|deger|degeri|ozellikdegeri|secenekdegeri)$/
/** At the top level of a variant, `name` is the name of the variant itself; only these titles name an option. */
const explicitNames = /^(?:variant|varyant|varyasyon|option|secenek|ozellik)(?:name|ad|adi|tanim)$/
const explicitValues = /^(?:variant|varyant|varyasyon|option|secenek|ozellik)(?:value|deger|degeri)$/

/**
 * Splits a column title. Nested elements are separated by slashes, attributes by a space (options/option name); pairs
 * may be numbered (name1, value1).
 */
function splitTitle(title: string): { level: string; leaf: string; count: string } {
  const at = Math.max(title.lastIndexOf('/'), title.lastIndexOf(' '))
  const [, leaf = '', count = ''] = /^(.*?)([1-9]?)$/.exec(squeezeCode(title.slice(at + 1))) ?? []
  return { level: at < 0 ? '' : title.slice(0, at), leaf, count }
}

export function findOptionColumns(columns: readonly string[]): OptionColumns[] {
  const all = columns.map((title, index) => ({ title, index, ...splitTitle(title) }))
  return all.flatMap(({ level, leaf, count, index }) => {
    const isName = level === '' ? explicitNames.test(leaf) : nestedNames.test(leaf) || explicitNames.test(leaf)
    if (!isName) return []
    const isValue = (text: string) => explicitValues.test(text) || (level !== '' && nestedValues.test(text))
    const value =
      all.find((other) => other.level === level && other.count === count && isValue(other.leaf)) ??
      // <option name="Renk">Kırmızı</option>
      all.find((other) => level !== '' && other.title === level)
    return value === undefined ? [] : [{ names: index, values: value.index }]
  })
}

const unnamedTitle = /^type([1-9])$/

/**
 * Names an option of a feed that has only values, such as T-Soft's type1 and type2. Undefined if the column is not an
 * option.
 */
export function unnamedOption(title: string): string | undefined {
  const count = unnamedTitle.exec(squeezeCode(title))?.[1]
  return count && `Seçenek ${count}`
}

/**
 * Returns the options of a variant by name; none if the numbers of names and values differ, as they cannot be matched.
 */
export function readOptions(cells: readonly Cell[], pairs: readonly OptionColumns[]): [name: string, value: string][] {
  return pairs.flatMap(({ names, values }) => {
    const optionNames = splitCell(cells[names])
    const optionValues = splitCell(cells[values])
    if (optionNames.length !== optionValues.length) return []
    return optionNames.map((name, at): [string, string] => [name, optionValues[at] ?? ''])
  })
}

function splitCell(cell: Cell | undefined): string[] {
  return textOf(cell).split('|').filter(Boolean)
}
