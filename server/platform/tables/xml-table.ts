import type { Encoding, SourceOptions } from './source.ts'
import { TableError } from './table-error.ts'
import type { Cell, IsPart, Row, Table } from './table.ts'
import { walkXml, type XmlEvents } from './walk-xml.ts'
import { keyOf, surveyXml, type XmlLayout } from './xml-layout.ts'

/** Maximum characters of one record. */
const RECORD_LIMIT = 1_000_000
/** Joins the values of an element that occurs several times in a record. */
const SEPARATOR = '|'

const ENCODINGS: Record<string, Encoding> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'utf-16': 'utf-16le',
  'windows-1254': 'windows-1254',
  cp1254: 'windows-1254',
  // The Windows code page extends ISO-8859-9.
  'iso-8859-9': 'windows-1254',
  latin5: 'windows-1254',
}

/**
 * The declared encoding, or the detected one without a declaration. Throws TableError if the file is not what it
 * declares.
 */
export function xmlEncoding(file: string, start: string, found: Encoding): Encoding {
  const name = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]
  if (name === undefined) return found
  const declared = ENCODINGS[name.toLowerCase()]
  const isTrue = declared !== undefined && (declared === 'windows-1254' ? found !== 'utf-16le' : found === declared)
  if (!isTrue) throw new TableError('xml_encoding', { file, name })
  return declared
}

type ReadText = (options?: SourceOptions) => AsyncIterable<string>

/** Opens an XML feed. Its rows are numbered by record, since a feed may be a single line. */
export async function openXml(file: string, read: ReadText, isPart?: IsPart): Promise<Table> {
  return readXmlTable(file, (options) => ({ walk: (handlers) => walkXml(file, read(options), handlers) }), isPart)
}

/** A feed as a table, from the elements that `events` walks through. */
export async function readXmlTable(
  file: string,
  events: (options?: SourceOptions) => XmlEvents,
  isPart: IsPart = () => false,
): Promise<Table> {
  const layout = await surveyXml(file, events(), isPart)
  return {
    columns: layout.columns,
    separator: '',
    ...(layout.part && { parts: layout.part.columns }),
    async *rows(options) {
      const records = new Records(file, layout)
      for await (const { line } of events(options).walk(records)) {
        records.checkSize(line)
        yield* records.take()
      }
    },
  }
}

class Records {
  private readonly file: string
  private readonly layout: XmlLayout
  private readonly path: string[] = []
  private readonly texts: string[] = []
  private row: Row | undefined
  /** The nested record. */
  private part: Cell[] | undefined
  private readonly done: Row[] = []
  private count = 0
  private size = 0

  constructor(file: string, layout: XmlLayout) {
    this.file = file
    this.layout = layout
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.path.push(name)
    this.texts.push('')
    if (!this.row && keyOf(this.path) === this.layout.record) {
      this.count += 1
      this.row = { line: this.count, cells: this.layout.columns.map(() => '') }
      this.size = 0
    }
    const { part } = this.layout
    if (this.row && part && !this.part && keyOf(this.path) === part.record) this.part = part.columns.map(() => '')
    for (const [attribute, value] of Object.entries(attributes)) this.put(keyOf(this.path, attribute), value)
  }

  text(text: string): void {
    this.size += text.length
    const at = this.texts.length - 1
    if (this.row && this.size <= RECORD_LIMIT) this.texts[at] = (this.texts[at] ?? '') + text
  }

  close(): void {
    const key = keyOf(this.path)
    this.put(key, this.texts.pop() ?? '')
    this.path.pop()
    if (this.row && this.part && key === this.layout.part?.record) {
      this.row.parts = [...(this.row.parts ?? []), this.part]
      this.part = undefined
    }
    if (!this.row || key !== this.layout.record) return
    this.done.push(this.row)
    if (this.size > RECORD_LIMIT) this.checkSize(this.count)
    this.row = undefined
  }

  /** Throws for a record that exceeds the limit, before it ends. */
  checkSize(line: number): void {
    if (this.row && this.size > RECORD_LIMIT) throw new TableError('record_too_large', { file: this.file, line })
  }

  take(): Row[] {
    return this.done.splice(0)
  }

  private put(key: string, value: string): void {
    const cells = this.part ?? this.row?.cells
    const index = (this.part ? this.layout.part : this.layout)?.indexes.get(key)
    const text = value.trim()
    if (!cells || index === undefined || text === '') return
    const before = cells[index]
    cells[index] = before === '' ? text : `${before}${SEPARATOR}${text}`
  }
}
