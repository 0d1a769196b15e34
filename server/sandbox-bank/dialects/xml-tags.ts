import { escapeHtml } from '#server/platform/email/escape-html.ts'

export type Tags = Readonly<Record<string, string>>

/** The innermost tags of a message; null if one is repeated. */
export function readTags(xml: string): Tags | null {
  const tags = [...xml.matchAll(/<(?:\w+:)?(\w+)>([^<]*)<\//g)].map(([, tag = '', text = '']) => [tag, unescape(text)])
  return new Set(tags.map(([tag]) => tag)).size === tags.length ? (Object.fromEntries(tags) as Tags) : null
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' }
function unescape(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name = '') =>
    code === undefined ? (entities[String(name)] ?? whole) : String.fromCodePoint(Number(code)),
  )
}

export function writeTags(tags: Tags): string {
  return Object.entries(tags)
    .map(([tag, text]) => `<${tag}>${escapeHtml(text)}</${tag}>`)
    .join('')
}
