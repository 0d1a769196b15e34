import type { Cell } from './table.ts'

// Everything below space but tab and line feed, DEL, and marks that only steer the layout.
// oxlint-disable-next-line no-control-regex -- these are the characters to be removed
const INVISIBLE = /[\u0000-\u0008\u000B-\u001F\u007F\u200B\u200E\u200F\u202A-\u202E\u2060\uFEFF]/g
/** What spreadsheets write to keep leading zeros: ="00123" */
const FORMULA_TEXT = /^="(.*)"$/s

/** A cell's text without what databases refuse or eyes do not see; line ends stay. */
export function textOf(cell: Cell | undefined): string {
  if (cell === undefined || cell === '') return ''
  if (typeof cell === 'number') return String(cell)
  const text = cell.toWellFormed().normalize('NFC').replace(INVISIBLE, '').trim()
  return text.startsWith('="') ? text.replace(FORMULA_TEXT, '$1').trim() : text
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
  '#39': "'",
  '#039': "'",
}

/** Shops' exports write names as HTML: `Mamalar &amp; Aksesuar`. */
export function decodeEntities(text: string): string {
  return text.includes('&')
    ? text.replace(/&(amp|quot|apos|lt|gt|nbsp|#0?39);/g, (_, name: string) => ENTITIES[name] ?? '')
    : text
}

/** The same on one line, single spaces between words. */
export function lineOf(cell: Cell | undefined): string {
  return decodeEntities(textOf(cell)).replace(/\s+/g, ' ').trim()
}

/** At most `limit` characters, cut between words where that is possible. */
export function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text
  const start = text.slice(0, limit + 1)
  const space = start.lastIndexOf(' ')
  return (space > limit / 2 ? start.slice(0, space) : text.slice(0, limit)).toWellFormed().trim()
}
