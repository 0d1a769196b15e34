/** What the description of a product may contain: one list for imports, the administrators' form and its editor. */

/** Elements that a description may have. Links have an address; no other element has attributes. */
export const descriptionTags: readonly string[] =
  'p br ul ol li strong b em i a h2 h3 h4 table caption thead tbody tfoot tr th td'.split(' ')

/** Elements that stand for an allowed one. */
export const renamedTags: Readonly<Record<string, string>> = {
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  div: 'p',
  section: 'p',
  article: 'p',
}

/** Elements that are removed with their content. */
export const removedTags: readonly string[] =
  'script style iframe object embed noscript template svg math head title form select textarea button'.split(' ')

const link = /^(?:https?:\/\/[^/]|mailto:|tel:|\/(?!\/))[^\s<>"'\\]*$/i

/**
 * Whether an address may be linked: a web page, an email address, a phone number, or a page of the shop. The scheme must
 * be written out, without character references.
 */
export const isDescriptionLink = (href: string): boolean => href.length <= 2000 && link.test(href)

/** What every link carries, so that search engines do not count it and its page does not learn where it came from. */
export const descriptionLinkRel = 'nofollow noopener noreferrer'
