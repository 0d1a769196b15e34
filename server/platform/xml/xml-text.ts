// oxlint-disable-next-line no-control-regex -- what XML cannot contain
const invalid = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
// oxlint-disable-next-line no-control-regex -- with every half of a character pair
const special = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF&<>"']/
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A text within an element or an attribute of an XML document, without characters that XML cannot contain. */
export function xmlText(text: string): string {
  // Most texts stay as they are.
  if (!special.test(text)) return text
  return text
    .toWellFormed()
    .replace(invalid, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** An element with a text; nothing if there is none. */
export const xmlElement = (name: string, text: string | null | undefined): string =>
  text === null || text === undefined || text === '' ? '' : `<${name}>${xmlText(text)}</${name}>`
