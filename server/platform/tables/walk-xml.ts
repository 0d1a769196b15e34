import { createXmlReader, XmlError, type XmlHandlers, type XmlProblem } from '#server/platform/xml/xml-reader.ts'
import { type Facts, TableError } from './table-error.ts'

/** Real feeds have four or five levels. */
const limits = { depth: 20, attributes: 500 }

export type XmlEventHandlers = Omit<XmlHandlers, 'cdata'>

/** The elements of a feed in their order. `walk` yields the line reached after each part of it. */
export type XmlEvents = { walk(handlers: XmlEventHandlers): AsyncIterable<{ line: number }> }

/** Reads an XML file piece by piece, and yields the line reached after each piece. Throws TableError. */
export async function* walkXml(
  file: string,
  pieces: AsyncIterable<string>,
  handlers: XmlEventHandlers,
): AsyncGenerator<{ line: number }> {
  const reader = createXmlReader(
    {
      open: (name, attributes) => handlers.open(name, attributes),
      text: (text) => handlers.text(text),
      cdata: (text) => handlers.text(text),
      close: () => handlers.close(),
    },
    { ...limits, allowsDoctype: true },
  )
  for await (const piece of pieces) {
    withTableError(file, () => reader.write(piece))
    yield { line: reader.line }
  }
  withTableError(file, () => reader.end())
  yield { line: reader.line }
}

const errorCodes = {
  malformed: 'xml_broken',
  doctype: 'xml_doctype',
  depth: 'xml_depth',
  attributes: 'sheet_columns',
} as const satisfies Record<XmlProblem, string>

function withTableError(file: string, read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const { problem, line, reason } = error
    const facts: Facts = problem === 'malformed' ? { reason } : problem === 'doctype' ? {} : { limit: limits[problem] }
    throw new TableError(errorCodes[problem], { file, line, ...facts })
  }
}
