import { parseXml, type XmlElement } from '#server/platform/xml/xml-tree.ts'
import { element, messageOf, type XmlMessage, type XmlTree } from './xml-message.ts'

const envelope = 'http://schemas.xmlsoap.org/soap/envelope/'

/** A SOAP 1.1 request. The operation and all its fields belong to `namespace`. */
export function writeSoap(namespace: string, operation: string, fields: XmlTree): string {
  const inner = Object.entries(fields)
    .map(([name, value]) => element(name, value))
    .join('')
  const body = `<soap:Body><${operation} xmlns="${namespace}">${inner}</${operation}></soap:Body>`
  return `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${envelope}">${body}</soap:Envelope>`
}

/**
 * The content of an answer's `<operation>Result`, with names without prefixes; null for anything else, such as a fault
 * or the answer to another operation.
 */
export function readSoap(text: string, operation: string): XmlMessage | null {
  const document = parseXml(text.trimStart())
  if (document === null) return null
  const root = withoutPrefixes(document)
  const [result, ...others] = ['Body', `${operation}Response`, `${operation}Result`].reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    root.name === 'Envelope' ? [root] : [],
  )
  return result === undefined || others.length > 0 ? null : messageOf(result)
}

function withoutPrefixes({ name, children, ...rest }: XmlElement): XmlElement {
  return { ...rest, name: name.replace(/^.*:/, ''), children: children.map(withoutPrefixes) }
}
