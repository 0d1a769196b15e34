import { createXmlReader, XmlError } from './xml-reader.ts'

export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** As written: references such as &amp; are not resolved. */
  text: string
}

const limits = { depth: 16, attributes: 50 }

/**
 * Parses a small document of elements, attributes and text. Returns null for anything else: malformed or truncated
 * documents, DOCTYPE, CDATA, references in attributes.
 */
export function parseXml(text: string): XmlElement | null {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const current = () => open.at(-1) ?? root
  const reader = createXmlReader(
    {
      open(name, attributes) {
        if (Object.values(attributes).some((value) => /[<&]/.test(value))) throw new XmlError('malformed', reader.line)
        const element: XmlElement = { name, attributes, children: [], text: '' }
        current().children.push(element)
        open.push(element)
      },
      text: (part) => void (current().text += part),
      cdata() {
        throw new XmlError('malformed', reader.line, 'CDATA')
      },
      close: () => void open.pop(),
    },
    limits,
  )
  try {
    // With every & escaped, the reader returns references as they are written.
    reader.write(text.replaceAll('&', '&amp;'))
    reader.end()
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
  return root.children[0] ?? null
}
