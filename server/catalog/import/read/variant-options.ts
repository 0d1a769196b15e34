import { squeezeCode } from '#domain/text/text.ts'
import { textOf } from '#server/platform/tables/cell-text.ts'
import type { Cell } from '#server/platform/tables/table.ts'

/** Two columns of a variant, one with the names of its options and one with their values: Renk|Beden and Kırmızı|S. */
export type Pair = { names: number; values: number }

const NAMES = /^(?:name|ad|adi|isim|tanim|key|title|baslik|ozellik|ozellikadi|secenek|secenekadi)$/
const VALUES = /^(?:value|val|deger|degeri|ozellikdegeri|secenekdegeri)$/
/** Right in the variant a name is the variant's own, unless it says that it is an option's. */
const OWN_NAMES = /^(?:variant|varyant|varyasyon|option|secenek|ozellik)(?:name|ad|adi|tanim)$/
const OWN_VALUES = /^(?:variant|varyant|varyasyon|option|secenek|ozellik)(?:value|deger|degeri)$/

/** Elements stand in a column's name with slashes, attributes behind a blank: options/option name. Pairs may be counted: name1, value1. */
function splitTitle(title: string): { level: string; leaf: string; count: string } {
  const at = Math.max(title.lastIndexOf('/'), title.lastIndexOf(' '))
  const [, leaf = '', count = ''] = /^(.*?)([1-9]?)$/.exec(squeezeCode(title.slice(at + 1))) ?? []
  return { level: at < 0 ? '' : title.slice(0, at), leaf, count }
}

export function findPairs(columns: readonly string[]): Pair[] {
  const all = columns.map((title, index) => ({ title, index, ...splitTitle(title) }))
  return all.flatMap(({ level, leaf, count, index }) => {
    const isName = level === '' ? OWN_NAMES.test(leaf) : NAMES.test(leaf) || OWN_NAMES.test(leaf)
    if (!isName) return []
    const isValue = (text: string) => OWN_VALUES.test(text) || (level !== '' && VALUES.test(text))
    const value =
      all.find((other) => other.level === level && other.count === count && isValue(other.leaf)) ??
      // <option name="Renk">Kırmızı</option>
      all.find((other) => level !== '' && other.title === level)
    return value === undefined ? [] : [{ names: index, values: value.index }]
  })
}

const UNNAMED = /^type([1-9])$/

/** How an option is called whose feed tells values alone, as T-Soft's do: type1, type2. Undefined: the column is none. */
export function unnamedOption(title: string): string | undefined {
  const count = UNNAMED.exec(squeezeCode(title))?.[1]
  return count && `Seçenek ${count}`
}

/** A variant's options by name; none where names and values do not come in the same number, since nobody knows which is whose. */
export function pairsOf(cells: readonly Cell[], pairs: readonly Pair[]): [name: string, value: string][] {
  return pairs.flatMap(({ names, values }) => {
    const [known, said] = [names, values].map((at) => textOf(cells[at]).split('|').filter(Boolean)) as [
      string[],
      string[],
    ]
    return known.length === said.length ? known.map((name, at): [string, string] => [name, said[at] ?? '']) : []
  })
}
