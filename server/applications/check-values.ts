import type { Refusal } from '#contract/core/errors.ts'
import type { ApplicationValues } from '#contract/shop/applications.ts'
import { isPhone } from '#domain/text/phone.ts'
import { isTaxNumber } from '#domain/text/tax-number.ts'
import { createFieldCheck } from '#server/account/account.ts'

/** Parses the values of a form to what is stored, or returns the problem of each field. */
export function checkValues(typed: ApplicationValues): { ok: true; values: ApplicationValues } | Refusal {
  const check = createFieldCheck()
  const line = (field: keyof ApplicationValues, max: number) =>
    check.text(field, typed[field].replace(/[\s\p{Cc}]+/gu, ' '), { max, isNeeded: true })
  const values: ApplicationValues = {
    company: line('company', 200),
    taxOffice: line('taxOffice', 80),
    taxNumber: line('taxNumber', 40).replaceAll(' ', ''),
    address: line('address', 300),
    district: line('district', 80),
    city: line('city', 80),
    contactName: line('contactName', 120),
    email: check.email('email', typed.email, true),
    phone: line('phone', 40),
    business: typed.business,
    note: check.text('note', typed.note, { max: 2000 }),
  }
  if (!/^\d{10,11}$/.test(values.taxNumber)) check.report('taxNumber', 'taxNumber')
  else if (!isTaxNumber(values.taxNumber)) check.report('taxNumber', 'taxNumberDigits')
  if (!isPhone(values.phone)) check.report('phone', 'phone')
  return check.refusal() ?? { ok: true, values }
}
