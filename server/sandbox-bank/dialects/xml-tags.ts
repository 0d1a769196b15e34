import { elements, leafOf } from './bank-xml.ts'

export type Tags = Readonly<Record<string, string>>

/** The innermost tags of a message; null if one is repeated. */
export function readTags(xml: string): Tags | null {
  const names = [...xml.matchAll(/<(\w+)>[^<]*<\//g)].map(([, name = '']) => name)
  const tags = names.map((name) => [name, leafOf(xml, name)])
  return new Set(names).size === names.length ? (Object.fromEntries(tags) as Tags) : null
}

export function writeTags(tags: Tags): string {
  return elements(tags).xml
}
