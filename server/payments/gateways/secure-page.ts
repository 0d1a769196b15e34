import type { BrowserStep } from './gateway.ts'
import { resolveReferences } from './xml-message.ts'

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

/**
 * A page's only form, if it posts; null for any other page. Forms for another frame, which let the card's bank recognize
 * the browser, do not count. Submit buttons are left out: nobody presses them.
 */
export function readForm(html: string): Extract<BrowserStep, { kind: 'form' }> | null {
  const forms = [...html.matchAll(/<form\b([^>]*)>([^]*?)<\/form\s*>/gi)]
  const [form, ...others] = forms.filter(([, head = '']) => attributesOf(head)['target'] === undefined)
  const [, head = '', body = ''] = others.length === 0 ? (form ?? []) : []
  const { action = '', method = 'get' } = attributesOf(head)
  if (action === '' || method.toLowerCase() !== 'post') return null
  const inputs = [...body.matchAll(/<(?:input)\b([^>]*)>/gi)].map(([, text = '']) => attributesOf(text))
  const fields = inputs.flatMap(({ name, type = '', value = '' }) => {
    return name === undefined || type.toLowerCase() === 'submit' ? [] : [[name, value] as const]
  })
  return { kind: 'form', action, fields }
}

/**
 * Reads the form of a page that only forwards to 3-D Secure. The page itself is never shown, since the shop's policy
 * runs no foreign scripts. Null unless there is exactly one form that posts to an https address, or to a path, which `openGateway`
 * allows in the sandbox only.
 */
export function readSecurePage(html: string): BrowserStep | null {
  const form = readForm(html)
  return form !== null && isAddress(form.action) ? form : null
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
