import { isEmail } from '#contract/shop/offer-changes.ts'
import type { DraftField, DraftValues } from './draft.ts'

/** The problem of each field, as a text key. The server validates again. */
export function problemsOf(values: DraftValues): Partial<Record<DraftField, string>> {
  const text = (field: DraftField) => values[field].trim()
  const phone = text('contactPhone')
  const problems: [DraftField, string | null][] = [
    ['productCode', text('productCode') === '' ? 'productCode' : null],
    ['description', text('description').length < 10 ? 'description' : null],
    ['contactName', text('contactName').length < 2 ? 'contactName' : null],
    ['contactPhone', phoneProblem(phone, text('contactEmail'))],
    ['contactEmail', text('contactEmail') === '' || isEmail(text('contactEmail')) ? null : 'contactEmail'],
  ]
  return Object.fromEntries(
    problems.flatMap(([field, problem]) => (problem === null ? [] : [[field, `faultReport.problems.${problem}`]])),
  )
}

function phoneProblem(phone: string, email: string): string | null {
  if (phone === '') return email === '' ? 'contactPhone' : null
  return phone.replaceAll(/\D/g, '').length < 7 ? 'phoneInvalid' : null
}
