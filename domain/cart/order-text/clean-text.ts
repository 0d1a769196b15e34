/** Characters that show nothing: soft hyphens, zero-width spaces, marks of writing direction, byte order marks. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe0e-\ufe0f]/g
/** Control characters except tabs and line ends. The database accepts no NUL. */
// oxlint-disable-next-line no-control-regex -- they are what is replaced
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
/** Longer runs mean nothing, and the patterns that split lines take time with the square of a run. */
const longSpace = /[^\S\r\n\t]{20,}/g
const longStop = /[.!?]{20,}/g
/** 1️⃣ is a digit and this. */
const keycap = /(\d)\ufe0f?\u20e3/g
const pictures = /[\u{1f1e6}-\u{1faff}\u2600-\u27bf\u2b00-\u2bff\u2190-\u21ff\u23e9-\u23fa]/gu

const lineTag = /<\/?(?:br|p|div|li|ul|ol|tr|table|h[1-6])\b[^<>]{0,500}>/gi
const cellTag = /<\/t[dh]>/gi
const tag = /<\/?[a-z][a-z0-9]{0,15}(?:\s[^<>]{0,500})?\/?>/gi
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * Removes what is no text of an order: control characters, invisible marks, pictures, and markup of a copied page, whose
 * rows and cells become lines and tabs.
 */
export function cleanText(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(control, ' ')
    .replace(keycap, '$1) ')
    .replace(invisible, '')
    .replace(spaces, ' ')
  return withoutMarkup(plain).replace(pictures, ' ').replace(longSpace, ' '.repeat(20)).replace(longStop, '...')
}

function withoutMarkup(text: string): string {
  const bare = text.includes('<') ? text.replace(lineTag, '\n').replace(cellTag, '\t').replace(tag, ' ') : text
  return bare.includes('&') ? bare.replace(/&([a-z]{2,4});/g, (whole, name: string) => entities[name] ?? whole) : bare
}
