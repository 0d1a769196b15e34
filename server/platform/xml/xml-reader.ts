import sax from 'sax'

/** Receives the parts of a document in order. References such as `&amp;` are resolved. */
export type XmlHandlers = {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  /** Called once or more for each text. */
  text(text: string): void
  cdata(text: string): void
  close(): void
}

/** Limits on nested elements and on the attributes of an element, which are all in memory at once. */
export type XmlLimits = {
  depth: number
  attributes: number
  /** Accepts a DOCTYPE that only names the root: no entities, no external file. */
  allowsDoctype?: boolean
}
export type XmlProblem = 'malformed' | 'doctype' | 'depth' | 'attributes'

/** Why a document cannot be read; `reason` is the parser's message. */
export class XmlError extends Error {
  override name = 'XmlError'
  readonly problem: XmlProblem
  readonly line: number
  readonly reason: string

  constructor(problem: XmlProblem, line: number, reason = '') {
    super(`Line ${line}: ${problem} ${reason}`.trimEnd())
    this.problem = problem
    this.line = line
    this.reason = reason
  }
}

export type XmlReader = {
  /** The line reached so far, from 1. */
  readonly line: number
  write(piece: string): void
  /** Ends the document. */
  end(): void
}

/**
 * Reads XML strictly, piece by piece. Throws XmlError. A DOCTYPE that could define or fetch an entity is an
 * error; the names that HTML defines, such as &nbsp;, are characters.
 */
export function createXmlReader(handlers: XmlHandlers, limits: XmlLimits): XmlReader {
  const parser = sax.parser(true)
  let depth = 0
  let roots = 0
  let attributeCount = 0
  const fail = (problem: XmlProblem, reason?: string): never => {
    throw new XmlError(problem, parser.line + 1, reason)
  }
  Object.assign(parser, {
    onerror: (error: Error) => fail('malformed', error.message.split('\n')[0]),
    ondoctype: (text: string) => {
      if (!limits.allowsDoctype || !/^\s*[\w:.-]+\s*$/.test(text)) fail('doctype')
    },
    onattribute() {
      attributeCount += 1
      if (attributeCount > limits.attributes) fail('attributes')
    },
    onopentag({ name, attributes }: { name: string; attributes: Record<string, string> }) {
      if (depth === 0) roots += 1
      depth += 1
      attributeCount = 0
      if (roots > 1) fail('malformed', `<${name}>`)
      if (depth > limits.depth) fail('depth')
      handlers.open(name, attributes)
    },
    ontext: (text: string) => handlers.text(text),
    oncdata: (text: string) => handlers.cdata(text),
    onclosetag() {
      depth -= 1
      handlers.close()
    },
  })
  return {
    get line() {
      return parser.line + 1
    },
    write: (piece) => void parser.write(piece),
    end: () => void parser.close(),
  }
}
