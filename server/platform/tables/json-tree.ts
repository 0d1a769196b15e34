import { TableError } from './table-error.ts'
import type { Row, Table, TableChoices } from './table.ts'
import type { SourceOptions } from './source.ts'
import type { XmlEvents } from './walk-xml.ts'
import { readXmlTable } from './xml-table.ts'

/** A JSON document is in memory at once. Larger ones must be JSON lines. */
const maxCharacters = 60_000_000
const maxDepth = 20

type ReadText = (options?: SourceOptions) => AsyncIterable<string>

/** Whether a text that starts with a brace is one JSON document and not one object per line. */
export async function isJsonDocument(read: ReadText): Promise<boolean> {
  let line = ''
  for await (const text of read()) {
    line += text
    const end = line.trimStart().indexOf('\n')
    if (end >= 0) {
      line = line.trimStart().slice(0, end)
      break
    }
    if (line.length > 1_000_000) break
  }
  try {
    const value: unknown = JSON.parse(line)
    // An object on the first line is a record, unless all its values are in a list.
    return typeof value === 'object' && value !== null && hasOnlyLists(value)
  } catch {
    return true
  }
}

function hasOnlyLists(value: object): boolean {
  const values = Object.values(value)
  const lists = values.filter((each) => Array.isArray(each) && each.some((item) => typeof item === 'object'))
  return lists.length === 1 && values.length <= 10 && !('code' in value || 'sku' in value || 'kod' in value)
}

/**
 * Opens a JSON document: a list of objects, or an object with a list of them, read like an XML feed with the same nesting.
 * Variants within a product become parts.
 */
export async function openJsonDocument(file: string, read: ReadText, choices: TableChoices): Promise<Table> {
  let text = ''
  for await (const piece of read()) {
    text += piece
    if (text.length > maxCharacters)
      throw new TableError('unpacked_too_large', { file, limit: Math.round(maxCharacters / 2 ** 20) })
  }
  const tree = parse(file, text)
  const table = await readXmlTable(file, () => walkJson(file, tree), choices.isPart)
  return {
    ...table,
    async *rows(options): AsyncGenerator<Row> {
      for await (const row of table.rows(options)) {
        options?.signal?.throwIfAborted()
        yield row
      }
    },
  }
}

/** 12.345 becomes 12.3450, which cannot be read as twelve thousand. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  const text = String(value)
  return typeof value === 'number' && /\.\d{3}$/.test(text) ? `${text}0` : text
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new TableError('file_broken', { file, reason: error instanceof Error ? error.message : 'JSON' })
  }
}

/** Walks a tree like the elements of a feed: an item of a list is an element with the name of the list. */
function walkJson(file: string, tree: unknown): XmlEvents {
  return {
    async *walk(handlers) {
      await Promise.resolve()
      handlers.open('json', {})
      const items = Array.isArray(tree) ? tree : [tree]
      let count = 0
      for (const item of items) {
        emit(Array.isArray(tree) ? 'item' : 'data', item, 1)
        count += 1
        yield { line: count }
      }
      handlers.close()
      yield { line: count }

      function emit(name: string, value: unknown, depth: number): void {
        if (depth > maxDepth) throw new TableError('xml_depth', { file, line: count + 1, limit: maxDepth })
        if (Array.isArray(value)) {
          for (const item of value) emit(name, item, depth + 1)
          return
        }
        handlers.open(name, {})
        if (typeof value === 'object' && value !== null) {
          for (const [key, child] of Object.entries(value)) emit(key, child, depth + 1)
        } else if (value !== null && value !== undefined) {
          handlers.text(textOf(value))
        }
        handlers.close()
      }
    },
  }
}
