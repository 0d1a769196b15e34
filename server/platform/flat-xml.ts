export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** As it stands: references such as &amp; are not resolved. */
  text: string
}

const name = String.raw`[A-Za-z_][\w.-]*`
const quoted = `"[^"<&]*"|'[^'<&]*'`
const openTag = new RegExp(String.raw`<(${name})((?:\s+${name}\s*=\s*(?:${quoted}))*)\s*(/?)>`, 'y')
const closeTag = new RegExp(String.raw`</(${name})\s*>`, 'y')
const ignored = /<\?[^<>]*\?>|<!--(?:(?!--)[^])*-->/y
const plainText = /[^<]+/y
const attribute = new RegExp(String.raw`(${name})\s*=\s*(${quoted})`, 'g')
const deepest = 8

/**
 * Elements, attributes and text: what flat data files are made of. Anything else makes it null, a DOCTYPE first of all, so
 * that nothing is ever expanded or fetched; so does a file that was cut off.
 */
export function readFlatXml(text: string): XmlElement | null {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let at = 0
  const take = (token: RegExp) => {
    token.lastIndex = at
    const found = token.exec(text)
    if (found !== null) at = token.lastIndex
    return found
  }
  while (at < text.length) {
    const parent = open.at(-1) ?? root
    const plain = take(plainText)
    if (plain !== null) {
      parent.text += plain[0]
      continue
    }
    if (take(ignored) !== null) continue
    const closed = take(closeTag)
    if (closed !== null) {
      if (open.length < 2 || open.pop()?.name !== closed[1]) return null
      continue
    }
    const opened = take(openTag)
    if (opened === null || open.length > deepest) return null
    const element = { name: opened[1] ?? '', attributes: attributesOf(opened[2] ?? ''), children: [], text: '' }
    parent.children.push(element)
    if (opened[3] === '') open.push(element)
  }
  const [document, second] = root.children
  return open.length > 1 || second !== undefined || root.text.trim() !== '' ? null : (document ?? null)
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(attribute)].map(([, key = '', value = '']) => [key, value.slice(1, -1)] as const)
  return Object.fromEntries(pairs)
}
