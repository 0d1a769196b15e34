import { bankText, type Fields, readFields } from '#server/payments/gateways/callback-fields.ts'
import type { Charge, Started } from '#server/payments/gateways/gateway.ts'
import { readForm } from '#server/payments/gateways/secure-page.ts'
import { isRefusal, reasonOf, type VposText } from './vpos-api.ts'

/**
 * Codes in words that concern the card, not the shop's contract (section 9 of the integration document), and those of the
 * card's bank, which come with texts of the 3-D server.
 */
const cardRefusals = /^(Invalid(CardNumber|ExpireDate)|LengthControlCardNumberField|CardNotOnusControl)$/
const authenticationRefusals = /^(Card(NotEnrolled|NotFound|HolderNotFound)|IssuerException|ServiceUnavailable|\d{3})$/

/**
 * What the page that the bank answers with starts: a form to a 3-D server, or, if the bank refuses the request, one to
 * the shop's own address, of which `readRefusal` reads the reason.
 */
export function startedOf(
  answer: VposText,
  charge: Charge,
  readRefusal: (fields: Fields) => { code: string; text: string },
): Started {
  if (!answer.ok) return { ok: false, kind: 'unreachable', text: answer.text }
  const form = readForm(answer.text)
  if (form === null) return { ok: false, kind: 'unreachable', text: 'page' }
  // The bank's integration document of 2025 forbids its pages in a frame.
  if (form.action !== charge.callbackUrl) return { ok: true, step: { ...form, window: 'top' } }
  const fields = readFields(form.fields)
  const { code, text } = fields === null ? { code: '', text: 'page' } : readRefusal(fields)
  const declined = (of: string): Started => ({ ok: false, kind: 'declined', code: of, text: bankText(text) })
  if (authenticationRefusals.test(code)) return declined(`3D-${code}`)
  return isRefusal(code) || cardRefusals.test(code)
    ? declined(code)
    : { ok: false, kind: 'unreachable', text: reasonOf(code, text) }
}
