import type { FeedColumn, FeedField, FeedItem, FeedUnit } from '#domain/feeds/feed-fields.ts'
import { xmlElement, xmlText } from '#server/platform/xml/xml-text.ts'

export type FeedWriter = { head: string; item(item: FeedItem): string; separator: string; foot: string }
type Layout = { root: string; item: string; columns: readonly FeedColumn[] }

type Node = { name: string; field?: FeedField; children: Node[] }

/** A document with one element for each product. `columns` and elements around them are paths such as `images/image`. */
export function xmlWriter({ root, item: element, columns }: Layout, cursor: string): FeedWriter {
  const [outer = 'products', ...inner] = root.split('/')
  const nodes = treeOf(columns)
  const closing = [outer, ...inner].toReversed().map((name) => `</${name}>`)
  return {
    head: `<?xml version="1.0" encoding="UTF-8"?>\n<${outer} cursor="${xmlText(cursor)}">${inner.map((name) => `<${name}>`).join('')}\n`,
    item: (item) =>
      `<${element}${item.isRemoved ? ' removed="true"' : ''}>${nodes.map((node) => nodeText(node, item)).join('')}</${element}>\n`,
    separator: '',
    foot: `${closing.join('')}\n`,
  }
}

/** Columns that begin with the same elements share them. */
function treeOf(columns: readonly FeedColumn[]): Node[] {
  const top: Node[] = []
  for (const { field, name } of columns) {
    let level = top
    for (const [at, part] of name.split('/').entries()) {
      const isLast = at === name.split('/').length - 1
      const found = isLast ? undefined : level.find((node) => node.name === part)
      const node: Node = found ?? { name: part, children: [], ...(isLast && { field }) }
      if (found === undefined) level.push(node)
      level = node.children
    }
  }
  return top
}

function nodeText({ name, field, children }: Node, item: FeedItem): string {
  if (field !== undefined) return fieldText(name, item[field])
  const inner = children.map((child) => nodeText(child, item)).join('')
  return inner === '' ? '' : `<${name}>${inner}</${name}>`
}

function fieldText(name: string, value: FeedItem[FeedField]): string {
  if (typeof value === 'boolean') return xmlElement(name, String(value))
  if (!Array.isArray(value)) return xmlElement(name, value)
  return value.map((each) => (typeof each === 'string' ? xmlElement(name, each) : unitText(name, each))).join('')
}

function unitText(name: string, { unit, multiplier, barcode, price }: FeedUnit): string {
  const parts = [
    xmlElement('unit', unit),
    xmlElement('multiplier', multiplier),
    xmlElement('barcode', barcode),
    xmlElement('price', price),
  ]
  return `<${name}>${parts.join('')}</${name}>`
}
