import { escapeHtml } from '#server/platform/email/escape-html.ts'

/** The text of a message's innermost elements by name, without namespaces. */
export type Tags = Readonly<Record<string, string>>

/** The innermost elements of a message; null if one is repeated. */
export function readTags(xml: string): Tags | null {
  const tags = [...xml.matchAll(/<(?:\w+:)?(\w+)>([^<]*)<\//g)].map(([, tag = '', text = '']) => [tag, resolved(text)])
  return new Set(tags.map(([tag]) => tag)).size === tags.length ? (Object.fromEntries(tags) as Tags) : null
}

/** The text of a request's first element with this name; '' if there is none. */
export function leafOf(xml: string, name: string): string {
  return resolved(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '').trim()
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function resolved(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name = '') =>
    code === undefined ? (named[String(name)] ?? whole) : String.fromCodePoint(Number(code)),
  )
}

export type XmlParts = Readonly<Record<string, string | XmlBody>>
/** The inside of an element that is XML already. */
export type XmlBody = { xml: string }

/** Elements, with their text escaped. */
export function elements(parts: XmlParts): XmlBody {
  const all = Object.entries(parts).map(([name, value]) => {
    return `<${name}>${typeof value === 'string' ? escapeHtml(value) : value.xml}</${name}>`
  })
  return { xml: all.join('') }
}

export const writeTags = (tags: Tags): string => elements(tags).xml
