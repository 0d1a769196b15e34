import { bankText, type Fields, readFields } from '#server/payments/gateways/callback-fields.ts'
import type { Charge, Started } from '#server/payments/gateways/gateway.ts'
import { readForm } from '#server/payments/gateways/secure-page.ts'
import { isRefusal, reasonOf, type VposText } from './vpos-api.ts'

/**
 * Codes that concern the card, not the shop's contract: its number, and its bank's authentication (section 9 of the
 * integration document; 888 and 999 come with texts of the 3-D server).
 */
const cardRefusals =
  /^(Card(NotEnrolled|NotFound|HolderNotFound|NotOnusControl)|Invalid(CardNumber|ExpireDate)|IssuerException|LengthControlCardNumberField|ServiceUnavailable|\d{3})$/

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
  if (form.action !== charge.callbackUrl) return { ok: true, step: form }
  const fields = readFields(form.fields)
  const { code, text } = fields === null ? { code: '', text: 'page' } : readRefusal(fields)
  if (cardRefusals.test(code)) return { ok: false, kind: 'declined', code: `3D-${code}`, text: bankText(text) }
  return isRefusal(code)
    ? { ok: false, kind: 'declined', code, text: bankText(text) }
    : { ok: false, kind: 'unreachable', text: reasonOf(code, text) }
}
