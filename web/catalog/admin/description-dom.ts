import {
  descriptionLinkRel,
  descriptionTags,
  isDescriptionLink,
  removedTags,
  renamedTags,
} from '#contract/core/description-html.ts'

/**
 * HTML from the editor, the clipboard or a typed source, reduced to what the server accepts, so that the editor shows what
 * is stored. Nothing in it runs: the parser's document loads and executes nothing.
 */
export function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const clean = document.implementation.createHTMLDocument('').createElement('div')
  copyNodes(body, clean)
  // Parsing once more closes paragraphs that contain blocks.
  const parsed = new DOMParser().parseFromString(clean.innerHTML, 'text/html').body
  for (const empty of parsed.querySelectorAll('p:empty, li:empty, strong:empty, b:empty, em:empty, i:empty, a:empty')) {
    empty.remove()
  }
  return parsed.textContent.trim() === '' ? '' : parsed.innerHTML.trim()
}

/** Word writes bold and italic as styles. */
function copyNodes(from: Node, to: Element): void {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) to.append(node.textContent ?? '')
    if (!(node instanceof Element)) continue
    const name = node.localName
    if (removedTags.includes(name)) continue
    copyNodes(node, appendTo(to, node, renamedTags[name] ?? name))
  }
}

function appendTo(to: Element, node: Element, name: string): Element {
  const style = node.getAttribute('style') ?? ''
  const href = node.getAttribute('href')?.trim() ?? ''
  const isLink = name === 'a' && isDescriptionLink(href)
  const isKept = name === 'a' ? isLink : descriptionTags.includes(name)
  let place = to
  const add = (tag: string) => {
    const made = to.ownerDocument.createElement(tag)
    place.append(made)
    place = made
    return made
  }
  if (isKept) {
    const made = add(name)
    if (isLink) {
      made.setAttribute('href', href)
      made.setAttribute('rel', descriptionLinkRel)
    }
  }
  const isInline = name === 'span' || name === 'font'
  if (isInline && /font-weight:\s*(?:bold|[6-9]00)/i.test(style)) add('strong')
  if (isInline && /font-style:\s*italic/i.test(style)) add('em')
  return place
}

/** The address that a typed text stands for; null if it cannot be linked. */
export function linkOf(typed: string): string | null {
  const text = typed.trim()
  if (isDescriptionLink(text)) return text
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  const address = `https://${text}`
  return /^[^\s/:]+\.[^\s/:]+/.test(text) && isDescriptionLink(address) ? address : null
}
