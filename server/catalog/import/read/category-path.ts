/** A longer level is a sentence in the wrong column. */
const maxLevelLength = 100
/** Limits the levels of a path, since each becomes a category within the one before. Real trees have four or five. */
export const maxLevels = 20
/** Names that shop exports use for the root of their tree. */
const rootNames = new Set(['default category', 'root catalog', 'root'])

/** `slash`: "/" separates levels, else ">". `comma`: "," separates paths. */
export type CategoryStyle = { slash: boolean; comma?: boolean }

export type CategoryPath = { levels: string[]; others: string[] } | { ignored: string } | { deep: number }

/** Decides whether "/" separates levels: only if every value of the column contains it and none contains ">". */
export class CategoryEvidence {
  private values = 0
  private slashed = 0
  private arrows = 0

  observe(text: string): void {
    this.values += 1
    if (text.includes('/')) this.slashed += 1
    if (/[>»›]/.test(text)) this.arrows += 1
  }

  style(): CategoryStyle {
    return { slash: this.values > 0 && this.slashed === this.values && this.arrows === 0 }
  }
}

/**
 * Reads the levels of a category, top first. A cell may hold several paths, separated by "|" or ";", or by a comma
 * before the same first level. The deepest path is used, the first of equals; `others` lists the rest.
 */
export function readCategory(text: string, { slash, comma }: CategoryStyle): CategoryPath {
  const sign = slash ? '/' : /[>»›]/
  const paths = (comma ? splitCommas(text) : splitPaths(text, sign)).map((path) => levelsOf(path, sign))
  const levels = paths.reduce((deepest, path) => (path.length > deepest.length ? path : deepest), [])
  const long = levels.find((level) => level.length > maxLevelLength)
  if (long) return { ignored: long }
  if (levels.length > maxLevels) return { deep: levels.length }
  const chosen = paths.indexOf(levels)
  return { levels, others: paths.filter((path, i) => i !== chosen && path.length > 0).map((path) => path.join(' > ')) }
}

/** A comma within a name has a backslash before it. */
const splitCommas = (text: string): string[] => text.split(/(?<!\\),/).map((path) => path.replaceAll('\\,', ','))

function splitPaths(text: string, sign: string | RegExp): string[] {
  const parts = text.split(/[|;]/)
  if (parts.length > 1) return parts
  const root = text.split(sign)[0]?.trim()
  if (!root || root === text.trim()) return [text]
  const paths: string[] = []
  for (const part of text.split(',')) {
    const startsAnew = part.trim().split(sign)[0]?.trim() === root
    if (paths.length === 0 || startsAnew) paths.push(part)
    else paths[paths.length - 1] += `,${part}`
  }
  return paths
}

function levelsOf(path: string, sign: string | RegExp): string[] {
  const levels = path
    .split(sign)
    .map((level) => level.replace(/\s+/g, ' ').trim())
    .filter((level) => level !== '')
  return levels[0] && rootNames.has(levels[0].toLowerCase()) ? levels.slice(1) : levels
}
