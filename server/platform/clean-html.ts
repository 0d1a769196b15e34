import sanitizeHtml from 'sanitize-html'
import {
  descriptionLinkRel,
  descriptionTags,
  isDescriptionLink,
  removedTags,
  renamedTags,
} from '#contract/core/description-html.ts'

/** Elements that are removed without a report, since the content stays. */
const plainTags = new Set('span font u small big center html body tt abbr sup sub hr wbr'.split(' '))
const isReported = (name: string): boolean =>
  !descriptionTags.includes(name) && !Object.hasOwn(renamedTags, name) && !plainTags.has(name)

const options: sanitizeHtml.IOptions = {
  allowedTags: [...descriptionTags],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  transformTags: { ...renamedTags, a: (_name, { href }) => linkTo(href?.trim() ?? '') },
  nonTextTags: [...removedTags],
  /** Elements nested more deeply are removed; their text stays. */
  nestingLimit: 20,
  // References such as &nbsp; stay as they are written.
  parser: { decodeEntities: false },
}

const looksLikeHtml = /<\/?[a-z][^<>]*>|&(?:[a-z]+|#\d+|#x[\da-f]+);/i

/** A link, or an element that is removed while its text stays. */
function linkTo(href: string): sanitizeHtml.Tag {
  return isDescriptionLink(href)
    ? { tagName: 'a', attribs: { href, rel: descriptionLinkRel } }
    : { tagName: 'span', attribs: {} }
}

export type CleanHtml = { html: string; removed: boolean }

/**
 * Returns a description as HTML that is safe to show: allowed elements without attributes other
 * than the addresses of links, well-formed; no pictures or scripts. `removed` reports that content was removed. Plain text is escaped, its line ends become <br>. Cleaning is
 * idempotent.
 */
export function cleanDescription(text: string): CleanHtml {
  if (!looksLikeHtml.test(text)) return { html: escapeText(text.trim()).replace(/\r?\n/g, '<br>'), removed: false }
  let removed = false
  let hasNewParagraphs = false
  const html = sanitizeHtml(escapeUnfinishedTags(text), {
    ...options,
    onOpenTag(name, { href }) {
      removed ||= isReported(name) || (name === 'a' && href !== undefined && !isDescriptionLink(href.trim()))
      hasNewParagraphs ||= renamedTags[name] === 'p'
    },
  })
  // A renamed element may contain paragraphs, which HTML does not allow: the second pass closes the outer one.
  const valid = hasNewParagraphs ? sanitizeHtml(html, options) : html
  return { html: tidy(valid.replaceAll('<br />', '<br>')), removed }
}

/** The text after the last tag may look like the beginning of one. */
function escapeUnfinishedTags(text: string): string {
  const end = text.lastIndexOf('>') + 1
  return text.slice(0, end) + text.slice(end).replace(/<(?=\/?[a-z])/gi, '&lt;')
}

function escapeText(text: string): string {
  return text
    .replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[\da-f]+);)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Collapses white space and removes empty elements. */
function tidy(html: string): string {
  let tidied = html.replace(/[ \t\r\n]+/g, ' ').trim()
  for (let before = ''; before !== tidied; ) {
    before = tidied
    tidied = tidied.replace(/<(p|li|strong|b|em|i|h[234])> ?<\/\1>|<a [^>]*> ?<\/a>/g, '').trim()
  }
  return tidied
}
