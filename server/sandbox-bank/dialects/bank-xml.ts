import { escapeHtml } from '#server/platform/email/escape-html.ts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of a request's first element with this name; '' if there is none. */
export function leafOf(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (whole, name: string) => named[name] ?? whole)
    .trim()
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
