import type { BrowserStep } from './gateway.ts'
import { resolveReferences } from './xml-message.ts'

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

/**
 * Reads the form of a page that only forwards to 3-D Secure. The page itself is never shown, since the shop's policy
 * runs no foreign scripts. Null unless there is exactly one form that posts to an https address, or to a path, which `openGateway`
 * allows in the sandbox only.
 */
export function readSecurePage(html: string): BrowserStep | null {
  const forms = [...html.matchAll(/<form\b([^>]*)>([^]*?)<\/form\s*>/gi)]
  const [, head = '', body = ''] = forms.length === 1 ? (forms[0] ?? []) : []
  const { action = '', method = 'get' } = attributesOf(head)
  if (method.toLowerCase() !== 'post' || !isAddress(action)) return null
  const inputs = [...body.matchAll(/<(?:input)\b([^>]*)>/gi)].map(([, text = '']) => attributesOf(text))
  const fields = inputs.flatMap(({ name, value = '' }) => (name === undefined ? [] : [[name, value] as const]))
  return { kind: 'form', action, fields }
}

function isAddress(action: string): boolean {
  return action.startsWith('https://') ? URL.canParse(action) : /^\/[^/\\]/.test(action)
}

function attributesOf(text: string): Record<string, string | undefined> {
  const pairs = [...text.matchAll(attribute)].map(([, name = '', a, b, c]) => {
    return [name.toLowerCase(), resolveReferences(a ?? b ?? c ?? '')] as const
  })
  return Object.fromEntries(pairs)
}
