/** Elements that a description may have; none keeps an attribute. */
const KEPT = new Set('p br ul ol li strong b em i h2 h3 h4 table caption thead tbody tfoot tr th td'.split(' '))
const RENAMED: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4', div: 'p', section: 'p', article: 'p' }
/** Removed with all that is in them. */
const REMOVED = new Set(
  'script style iframe object embed noscript template svg math head title form select textarea button'.split(' '),
)
/** Gone without a word, since nothing is lost; the removal of others is said. */
const UNREMARKABLE = new Set('span font u small big center html body tt abbr sup sub hr wbr'.split(' '))
/** Elements within elements; what lies deeper keeps its text. */
const DEEPEST = 20
// No part of it can match one text in two ways, so that no text takes long.
const TAG = /<!--[\s\S]*?(?:-->|$)|<[!?][^<>]*>|<(\/?)([a-z][a-z0-9-]*)(?![a-z0-9-])((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi
const LOOKS_LIKE_HTML = /<\/?[a-z][^<>]*>|&(?:[a-z]+|#\d+|#x[\da-f]+);/i

export type CleanHtml = { html: string; removed: boolean }

/**
 * A description as HTML that is safe to show: allowed elements without attributes, balanced; no links, pictures or
 * scripts. Plain text is escaped, its line ends become <br>. Cleaning what is clean changes nothing.
 */
export function cleanDescription(text: string): CleanHtml {
  if (!LOOKS_LIKE_HTML.test(text)) return { html: escapeText(text.trim()).replace(/\r?\n/g, '<br>'), removed: false }
  const open: string[] = []
  let html = ''
  let removed = false
  let inside = ''
  let at = 0
  for (const match of text.matchAll(TAG)) {
    if (inside === '') html += escapeText(text.slice(at, match.index))
    at = match.index + match[0].length
    const name = match[2]?.toLowerCase()
    if (name === undefined) continue
    const closing = match[1] === '/'
    if (inside !== '') {
      if (closing && name === inside) inside = ''
    } else if (REMOVED.has(name)) {
      removed = true
      if (!closing && !match[3]?.endsWith('/')) inside = name
    } else {
      const kept = RENAMED[name] ?? name
      if (KEPT.has(kept)) html += writeTag(kept, closing, open)
      else removed ||= !UNREMARKABLE.has(name)
    }
  }
  if (inside === '') html += escapeText(text.slice(at))
  return { html: tidy(html + closeAll(open, 0)), removed }
}

function writeTag(name: string, closing: boolean, open: string[]): string {
  if (name === 'br') return '<br>'
  if (!closing) {
    const before = name === 'p' && open.at(-1) === 'p' ? closeAll(open, open.length - 1) : ''
    if (open.length >= DEEPEST) return before
    open.push(name)
    return `${before}<${name}>`
  }
  const depth = open.lastIndexOf(name)
  return depth < 0 ? '' : closeAll(open, depth)
}

function closeAll(open: string[], depth: number): string {
  return open
    .splice(depth)
    .reverse()
    .map((name) => `</${name}>`)
    .join('')
}

function escapeText(text: string): string {
  return text
    .replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[\da-f]+);)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function tidy(html: string): string {
  let tidied = html.replace(/[ \t\r\n]+/g, ' ').trim()
  for (let before = ''; before !== tidied; ) {
    before = tidied
    tidied = tidied.replace(/<(p|li|strong|b|em|i|h[234])> ?<\/\1>/g, '').trim()
  }
  return tidied
}
