import sax from 'sax'
import { TableStop } from './stop.ts'

/** Elements within elements; a feed has four or five. */
const DEEPEST = 20
/** Attributes of one element. All of them are in memory before the element is told of. */
const MOST_ATTRIBUTES = 500

export type XmlHandlers = {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(): void
}

/**
 * Reads XML strictly, piece by piece, and yields after each piece with the line it has come to. A DOCTYPE is refused, so
 * that no entity is ever defined, expanded or fetched; HTML's own names such as &nbsp; are only letters.
 */
export async function* walkXml(
  file: string,
  pieces: AsyncIterable<string>,
  handlers: XmlHandlers,
): AsyncGenerator<{ line: number }> {
  const parser = sax.parser(true)
  let depth = 0
  let roots = 0
  let attributeCount = 0
  const stop = (
    code: 'xml_broken' | 'xml_doctype' | 'xml_depth' | 'sheet_columns',
    facts: Record<string, string | number> = {},
  ) => {
    throw new TableStop(code, { file, line: parser.line + 1, ...facts })
  }
  Object.assign(parser, {
    onerror: (error: Error) => stop('xml_broken', { reason: error.message.split('\n')[0] ?? '' }),
    ondoctype: () => stop('xml_doctype'),
    onattribute() {
      attributeCount += 1
      if (attributeCount > MOST_ATTRIBUTES) stop('sheet_columns', { limit: MOST_ATTRIBUTES })
    },
    onopentag({ name, attributes }: { name: string; attributes: Record<string, string> }) {
      if (depth === 0) roots += 1
      depth += 1
      attributeCount = 0
      if (roots > 1) stop('xml_broken', { reason: `<${name}>` })
      if (depth > DEEPEST) stop('xml_depth', { limit: DEEPEST })
      handlers.open(name, attributes)
    },
    ontext: (text: string) => handlers.text(text),
    oncdata: (text: string) => handlers.text(text),
    onclosetag() {
      depth -= 1
      handlers.close()
    },
  })
  for await (const piece of pieces) {
    parser.write(piece)
    yield { line: parser.line + 1 }
  }
  parser.close()
  yield { line: parser.line + 1 }
}
