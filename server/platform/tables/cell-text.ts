import type { Cell } from './table.ts'

// Control characters except tab and line feed, DEL, and invisible formatting characters.
// oxlint-disable-next-line no-control-regex -- these are the characters to be removed
const INVISIBLE = /[\u0000-\u0008\u000B-\u001F\u007F\u200B\u200E\u200F\u202A-\u202E\u2060\uFEFF]/g
/** Spreadsheets write this to keep leading zeros: ="00123" */
const FORMULA_TEXT = /^="(.*)"$/s

/** A cell's text without invisible characters and those that PostgreSQL cannot store; line ends stay. */
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

/** Decodes the HTML entities that shop systems write into names: `Mamalar &amp; Aksesuar`. */
export function decodeEntities(text: string): string {
  return text.includes('&')
    ? text.replace(/&(amp|quot|apos|lt|gt|nbsp|#0?39);/g, (_, name: string) => ENTITIES[name] ?? '')
    : text
}

/** Like `textOf`, on one line with single spaces. */
export function lineOf(cell: Cell | undefined): string {
  return decodeEntities(textOf(cell)).replace(/\s+/g, ' ').trim()
}

/** Cuts a text to at most `limit` characters, between words if possible. */
export function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text
  const start = text.slice(0, limit + 1)
  const space = start.lastIndexOf(' ')
  return (space > limit / 2 ? start.slice(0, space) : text.slice(0, limit)).toWellFormed().trim()
}
