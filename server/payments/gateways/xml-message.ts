import { parseXml, type XmlElement } from '#server/platform/xml/xml-tree.ts'

export type XmlTree = { readonly [name: string]: string | XmlTree }

/** Writes a message to a bank. It is pure ASCII with other letters as references, so that no encoding can break it. */
export function writeXml(root: string, tree: XmlTree): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element(root, tree)}`
}

export function element(name: string, content: string | XmlTree): string {
  const inner =
    typeof content === 'string'
      ? escapeText(content)
      : Object.entries(content)
          .map(([child, value]) => element(child, value))
          .join('')
  return `<${name}>${inner}</${name}>`
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeText(text: string): string {
  return text.replace(/[&<>]|[^ -~]/gu, (letter) => escapes[letter] ?? `&#${letter.codePointAt(0)};`)
}

/**
 * A bank's answer. `text` reads the first element along the path, '' if there is none; `all` returns all elements of
 * its last step.
 */
export type XmlMessage = { text(...path: string[]): string; all(...path: string[]): XmlMessage[] }

/** Parses an answer; null if it is not XML or has another root than the given one. */
export function readXml(text: string, root?: string): XmlMessage | null {
  const document = parseXml(text.trimStart())
  return document !== null && document.name === (root ?? document.name) ? messageOf(document) : null
}

export function messageOf(root: XmlElement): XmlMessage {
  const find = (path: string[]): XmlElement[] =>
    path.reduce<XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [root],
    )
  return {
    text: (...path) => resolveReferences(find(path)[0]?.text ?? '').trim(),
    all: (...path) => find(path).map(messageOf),
  }
}

/** Whether one of the elements occurs twice: which of them counts would be ambiguous. A path's steps are separated by `/`. */
export function hasRepeats(message: XmlMessage, paths: readonly string[]): boolean {
  return paths.some((path) => message.all(...path.split('/')).length > 1)
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes &amp; &#305; &#x131;. Unknown references are kept. */
export function resolveReferences(text: string): string {
  return text.replace(
    /&(?:#x([\dA-F]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (all, hex?: string, digits?: string, name = '') => {
      const code = hex === undefined ? Number(digits ?? Number.NaN) : Number.parseInt(hex, 16)
      if (Number.isNaN(code)) return named[String(name)] ?? all
      return code <= 0x10_ffff ? String.fromCodePoint(code) : all
    },
  )
}
