/** Longer than this and it is a sentence that slipped into the column. */
const LEVEL_LENGTH = 100
/** Levels of a path; shops' trees have four or five. Each becomes a category within the one before. */
const MOST_LEVELS = 20
/** What shops' exports call the root of their tree. */
const ROOTS = new Set(['default category', 'root catalog', 'root'])

export type CategoryStyle = { slash: boolean }

export type CategoryPath = { levels: string[]; others: string[] } | { ignored: string }

/** Whether "/" separates levels: only where every value of the column has it and none has ">". */
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
 * Levels of a category, top first. Several paths in one cell (separated by "|" or ";", or by a comma before the same first
 * level) give the deepest, the first of equals; the others are named.
 */
export function readCategory(text: string, { slash }: CategoryStyle): CategoryPath {
  const sign = slash ? '/' : /[>»›]/
  const paths = splitPaths(text, sign).map((path) => levelsOf(path, sign))
  const levels = paths.reduce((deepest, path) => (path.length > deepest.length ? path : deepest), [])
  const long = levels.find((level) => level.length > LEVEL_LENGTH)
  if (long) return { ignored: long }
  if (levels.length > MOST_LEVELS) return { ignored: text }
  const chosen = paths.indexOf(levels)
  return { levels, others: paths.filter((path, i) => i !== chosen && path.length > 0).map((path) => path.join(' > ')) }
}

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
  return levels[0] && ROOTS.has(levels[0].toLowerCase()) ? levels.slice(1) : levels
}
