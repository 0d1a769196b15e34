import type { BrowserStep } from './gateway.ts'
import { resolveReferences } from './xml-message.ts'

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

/**
 * The form of a page that only sends itself on to 3-D Secure. The page itself is never shown: our policy runs no scripts of
 * others. Null where there is not exactly one form that posts to an https address.
 */
export function readSecurePage(html: string): BrowserStep | null {
  const forms = [...html.matchAll(/<form\b([^>]*)>([^]*?)<\/form\s*>/gi)]
  const [, head = '', body = ''] = forms.length === 1 ? (forms[0] ?? []) : []
  const { action = '', method = 'get' } = attributesOf(head)
  if (!action.startsWith('https://') || method.toLowerCase() !== 'post' || !URL.canParse(action)) return null
  const inputs = [...body.matchAll(/<(?:input)\b([^>]*)>/gi)].map(([, text = '']) => attributesOf(text))
  const fields = inputs.flatMap(({ name, value = '' }) => (name === undefined ? [] : [[name, value] as const]))
  return { kind: 'form', action, fields }
}

function attributesOf(text: string): Record<string, string | undefined> {
  const pairs = [...text.matchAll(attribute)].map(([, name = '', a, b, c]) => {
    return [name.toLowerCase(), resolveReferences(a ?? b ?? c ?? '')] as const
  })
  return Object.fromEntries(pairs)
}
