import sax from 'sax'
import type { Cell } from './table.ts'

// Control characters except tab and line feed, and invisible formatting characters. A joiner stays within emojis.
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these are the characters to be removed
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]|\u200D(?<!\p{Extended_Pictographic}\uFE0F?\u200D)/gu
/** Spreadsheets write this to keep leading zeros: ="00123" */
const FORMULA_TEXT = /^="(.*)"$/s

/** A cell's text without invisible characters and those that PostgreSQL cannot store; line ends stay. */
export function textOf(cell: Cell | undefined): string {
  if (cell === undefined || cell === '') return ''
  if (typeof cell === 'number') return String(cell)
  const text = cell.toWellFormed().normalize('NFC').replace(INVISIBLE, '').trim()
  return text.startsWith('="') ? text.replace(FORMULA_TEXT, '$1').trim() : text
}

/** Those of HTML 4. */
const namedCharacters = sax.parser(false).ENTITIES
const furtherCharacters = new Map(
  Object.entries({ nbsp: ' ', scedil: 'ş', Scedil: 'Ş', gbreve: 'ğ', Gbreve: 'Ğ', imath: 'ı', inodot: 'ı', Idot: 'İ' }),
)
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,30}));/gi
/** How often exports escape a text that is escaped already. */
const maxEscapes = 3
const windows1252 = new TextDecoder('windows-1252')

/** Decodes the HTML entities that shop systems write into texts, also repeatedly escaped ones: `Mamalar &amp;amp; &#304;plik`. */
export function decodeEntities(text: string): string {
  let decoded = text
  for (let i = 0; i < maxEscapes && decoded.includes('&'); i += 1) decoded = decodeOnce(decoded)
  return decoded
}

/** Decodes the entities of letters and signs in HTML. Those of its syntax stay, so that text does not become markup. */
export function decodeLetters(html: string): string {
  return html.replace(reference, (whole) => {
    const text = decodeOnce(whole)
    return /[&<>"']/.test(text) ? whole : text
  })
}

function decodeOnce(text: string): string {
  return text.replace(reference, (whole, decimal?: string, hex?: string, name = '') =>
    decimal === undefined && hex === undefined
      ? (characterNamed(name) ?? whole)
      : characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)),
  )
}

function characterNamed(name: string): string | undefined {
  // The table inherits from Object: "constructor" is no entity.
  const found: unknown = furtherCharacters.get(name) ?? namedCharacters[name]
  return typeof found === 'string' ? found : undefined
}

/** Browsers read 128 to 159 as windows-1252. */
function characterOf(code: number): string {
  if (code === 160) return ' '
  if (code >= 128 && code < 160) return windows1252.decode(Uint8Array.of(code))
  return code > 0x10_ff_ff ? '' : String.fromCodePoint(code).toWellFormed()
}

const tag =
  /<\/?(a|b|big|br|center|div|em|font|h[1-6]|hr|i|li|ol|p|small|span|strong|sub|sup|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>/gi
const inlineTags = /^(?:a|b|big|em|font|i|small|span|strong|sub|sup|u)$/i
/** One tag alone may be text: "BORU <U> PROFİL". */
const isMarkup = /<\/[a-z]|<br|<[a-z]+\s+[a-z]+=/i

function withoutTags(text: string): string {
  return isMarkup.test(text) ? text.replace(tag, (_, name: string) => (inlineTags.test(name) ? '' : ' ')) : text
}

/** Like `textOf`, on one line with single spaces and without markup. */
export function lineOf(cell: Cell | undefined): string {
  const text = textOf(cell)
  const plain = /[&<]/.test(text) ? textOf(withoutTags(decodeEntities(text))) : text
  return plain.replace(/\s+/g, ' ').trim()
}

/** Cuts a text to at most `limit` characters, between words if possible. */
export function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text
  const start = text.slice(0, limit + 1)
  const space = start.lastIndexOf(' ')
  return (space > limit / 2 ? start.slice(0, space) : text.slice(0, limit)).toWellFormed().trim()
}
