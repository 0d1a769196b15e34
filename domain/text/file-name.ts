const nameMax = 120

/**
 * The name of an uploaded file as it is stored and shown: without its path, without characters that act in a header, an
 * address or a terminal, and short. `fallback` is used when nothing remains.
 */
export function cleanFileName(name: string, fallback: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (/^\.*$/.test(plain)) return fallback
  if (plain.length <= nameMax) return plain
  const ending = /\.[^.]{1,8}$/.exec(plain)?.[0] ?? ''
  return plain.slice(0, nameMax - ending.length).trimEnd() + ending
}

/** The name with this ending in place of its own. */
export const withEnding = (name: string, ending: string): string => `${name.replace(/\.[^.]{0,8}$/, '')}.${ending}`
