import { createXmlReader, XmlError } from '#server/platform/xml/xml-reader.ts'

/** An element by its name without prefix. `text` is trimmed. */
export type Element = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  text: string
}

/** Why a document cannot be read. */
export type XmlRefusal = 'invoice_xml_broken' | 'invoice_xml_entities' | 'invoice_xml_too_long'

const limits = { depth: 60, attributes: 60 }
/** An invoice line has about 60 elements. */
const maxElements = 400_000

/** Parts that are not read: signatures, and attached files such as stylesheets, which are never run. */
const skipped = new Set(['UBLExtensions', 'Signature', 'Attachment', 'EmbeddedDocumentBinaryObject'])

/** Reads an XML document. A DOCTYPE is refused, so there are no entities besides those of XML and HTML. */
export function readXml(content: Buffer): { ok: true; root: Element } | { ok: false; code: XmlRefusal; line: number } {
  const text = decode(content)
  if (text === null) return { ok: false, code: 'invoice_xml_broken', line: 1 }
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let [elements, skippedDepth] = [0, 0]
  const add = (part: string) => {
    const element = open.at(-1)
    if (skippedDepth === 0 && element !== undefined) element.text += part
  }
  const reader = createXmlReader(
    {
      open(name, attributes) {
        const local = name.slice(name.indexOf(':') + 1)
        elements += 1
        if (elements > maxElements) throw new TooLong()
        if (skippedDepth > 0 || skipped.has(local)) return void (skippedDepth += 1)
        const element: Element = { name: local, attributes, children: [], text: '' }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      text: add,
      cdata: add,
      close() {
        if (skippedDepth > 0) return void (skippedDepth -= 1)
        const element = open.pop()
        if (element !== undefined) element.text = element.text.trim()
      },
    },
    limits,
  )
  try {
    reader.write(text)
    reader.end()
  } catch (error) {
    if (error instanceof TooLong) return { ok: false, code: 'invoice_xml_too_long', line: reader.line }
    if (!(error instanceof XmlError)) throw error
    return {
      ok: false,
      code: error.problem === 'doctype' ? 'invoice_xml_entities' : 'invoice_xml_broken',
      line: error.line,
    }
  }
  const [top] = root.children
  return top === undefined ? { ok: false, code: 'invoice_xml_broken', line: 1 } : { ok: true, root: top }
}

class TooLong extends Error {}

/** UTF-8 unless a byte order mark or the declaration names another encoding; null if the bytes are not in it. */
function decode(content: Buffer): string | null {
  const head = content.subarray(0, 200).toString('latin1')
  const declared = /^(?:ï»¿)?<\?xml[^>]*\bencoding\s*=\s*["']([\w-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8'
  const label = head.startsWith('ÿþ') ? 'utf-16le' : head.startsWith('þÿ') ? 'utf-16be' : declared
  try {
    return new TextDecoder(label, { fatal: true }).decode(content)
  } catch {
    return null
  }
}

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The first element along a path of names. */
export function find(element: Element | undefined, ...path: string[]): Element | undefined {
  let at = element
  for (const name of path) at = at?.children.find((child) => child.name === name)
  return at
}

export const textOf = (element: Element | undefined, ...path: string[]): string => find(element, ...path)?.text ?? ''

/** All elements with one of these names that are not inside another one. */
export function findAll(element: Element, names: readonly string[]): Element[] {
  if (names.includes(element.name)) return [element]
  return element.children.flatMap((child) => findAll(child, names))
}
