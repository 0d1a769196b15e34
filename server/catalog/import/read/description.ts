import { type CleanHtml, cleanDescription } from '#server/platform/clean-html.ts'
import { decodeEntities, decodeLetters } from '#server/platform/tables/cell-text.ts'

const hasTags = /<\/?[a-z][^<>]*>/i
const hasMarkup = /<(?:\/[a-z]|br\b)/i
/** An entity that is escaped once more: nobody shows "&nbsp;" to buyers. */
const escapedEntity = /&amp;(?=(?:amp;)*(?:#\d{2,6}|#x[\da-f]{2,6}|[a-z]{2,8}\d?);)/gi

/**
 * Reads a description: HTML, HTML whose markup is escaped ("&amp;lt;p&amp;gt;"), or plain text. Letters written as entities
 * become letters.
 */
export function readDescription(text: string): CleanHtml {
  if (hasTags.test(text)) return cleanDescription(decodeLetters(text.replace(escapedEntity, '&')))
  const decoded = decodeEntities(text)
  if (hasMarkup.test(decoded)) return cleanDescription(decoded)
  return cleanDescription(decodeLetters(text.replace(escapedEntity, '&')).replace(/[^\S\r\n]+/g, ' '))
}
