import { createElement, type ReactNode } from 'react'

const token = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/g
const attribute = /([^\s=>/]+)(?:="([^"]*)")?/g
const empty = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const renamed: Record<string, string> = {
  ...{ class: 'className', for: 'htmlFor', tabindex: 'tabIndex', colspan: 'colSpan', readonly: 'readOnly' },
  ...{
    autocomplete: 'autoComplete',
    maxlength: 'maxLength',
    inputmode: 'inputMode',
    value: 'defaultValue',
    checked: 'defaultChecked',
  },
}

type Open = { tag: string; props: Record<string, unknown>; children: ReactNode[] }

/** The body of a rendered page as plain elements, without scripts. Parses only what React writes. */
export function parseMarkup(html: string): ReactNode {
  const body = html
    .slice(html.indexOf('<body'), html.lastIndexOf('</body>'))
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
  const root: Open = { tag: 'div', props: {}, children: [] }
  const open: Open[] = [root]
  const top = () => open.at(-1) ?? root
  for (const [, close, tag, attributes = '', , text] of body.matchAll(token)) {
    if (text !== undefined) top().children.push(decode(text))
    else if (tag === undefined || tag === 'body') continue
    else if (close === '/') {
      const done = open.pop() ?? root
      top().children.push(element(done))
    } else {
      const next = { tag, props: propsOf(attributes), children: [] }
      if (empty.has(tag.toLowerCase())) top().children.push(element(next))
      else open.push(next)
    }
  }
  while (open.length > 1) {
    const done = open.pop() ?? root
    top().children.push(element(done))
  }
  return element(root)
}

function element({ tag, props, children }: Open): ReactNode {
  return createElement(tag, props, ...children)
}

function propsOf(text: string): Record<string, unknown> {
  const props: Record<string, unknown> = {}
  for (const [, name = '', value = ''] of text.matchAll(attribute)) {
    // Handlers and inline styles are strings here; they become data attributes so that their bytes remain.
    props[name === 'style' ? 'data-style' : (renamed[name] ?? name)] = decode(value)
  }
  return props
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
}
