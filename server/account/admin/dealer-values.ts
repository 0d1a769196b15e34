import type { DealerValues } from '#contract/admin/dealers.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { fixedRatesText, parseFixedRates } from '#domain/money/rate-policy.ts'
import { parseDay } from '#domain/text/calendar-day.ts'
import { formFormats } from '#domain/text/format.ts'
import { isPhone } from '#domain/text/phone.ts'
import type { DealerChoices, DealerRow } from './dealer-rows.ts'
import { createFieldCheck } from './typed-values.ts'

/** A dealer's values as its form shows them. */
export function valuesOf(row: DealerRow): DealerValues {
  return {
    code: row.code,
    name: row.name,
    contactName: row.contact_name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    district: row.district,
    city: row.city,
    taxOffice: row.tax_office,
    taxNumber: row.tax_number,
    region: row.region,
    representative: row.representative,
    priceList: row.price_list,
    group: row.group_code,
    discount: formFormats.formatNumber(row.discount, 2),
    riskLimit: formFormats.formatNumber(row.risk_limit, 2),
    riskMode: row.risk_mode,
    ratePolicy: row.rate_policy,
    fixedRates: fixedRatesText(row.fixed_rates),
    ratesUntil: row.rates_until ?? '',
    carrierPayer: row.carrier_payer,
    branches: row.branches,
  }
}

type RateValues = Pick<DealerValues, 'ratePolicy' | 'fixedRates' | 'ratesUntil'>

/** Agreed rates are of currencies that the store has; the policy `fixed` needs at least one. */
function parseRates(
  typed: RateValues,
  currencies: readonly string[],
  check: ReturnType<typeof createFieldCheck>,
): RateValues {
  const { ratePolicy } = typed
  const text = check.text('fixedRates', typed.fixedRates, { max: 500, isNeeded: ratePolicy === 'fixed' })
  const fixed = parseFixedRates(text)
  const unknown = Object.keys(fixed ?? {}).find((code) => !currencies.includes(code))
  if (fixed === null) check.report('fixedRates', 'fixedRates')
  else if (unknown !== undefined) check.report('fixedRates', 'rateCurrency', { code: unknown })
  const until = check.text('ratesUntil', typed.ratesUntil, { max: 20 })
  const day = parseDay(until)
  if (until !== '' && day === null) check.report('ratesUntil', 'day')
  return {
    ratePolicy,
    fixedRates: fixed === null ? text : fixedRatesText(fixed),
    ratesUntil: day ?? until,
  }
}

/** Parses the form's values to what the form would show after saving, or returns the problem of each field. */
export function parseDealer(
  typed: DealerValues,
  { priceLists, groups, currencies }: DealerChoices,
): { ok: true; values: DealerValues } | Refusal {
  const check = createFieldCheck()
  const values: DealerValues = {
    code: check.text('code', typed.code, { max: 50, isNeeded: true }),
    name: check.text('name', typed.name, { max: 200, isNeeded: true }),
    contactName: check.text('contactName', typed.contactName, { max: 120 }),
    email: check.email('email', typed.email),
    phone: check.text('phone', typed.phone, { max: 40 }),
    address: check.text('address', typed.address, { max: 300 }),
    district: check.text('district', typed.district, { max: 80 }),
    city: check.text('city', typed.city, { max: 80 }),
    taxOffice: check.text('taxOffice', typed.taxOffice, { max: 80 }),
    taxNumber: check.text('taxNumber', typed.taxNumber, { max: 20 }),
    region: check.text('region', typed.region, { max: 80 }),
    representative: check.text('representative', typed.representative, { max: 80 }),
    priceList: typed.priceList,
    group: typed.group,
    discount: check.amount('discount', typed.discount, 100, 'percent'),
    riskLimit: check.amount('riskLimit', typed.riskLimit, 999_999_999_999, 'amount'),
    riskMode: typed.riskMode,
    ...parseRates(typed, currencies, check),
    carrierPayer: typed.carrierPayer,
    branches: typed.branches.map(({ id, name }) => ({
      id,
      name: check.text('branches', name, { max: 80, isNeeded: true }),
    })),
  }
  // Users sign in with the code or the email address: the two must be distinguishable.
  if (/[@\s]/.test(values.code)) check.report('code', 'code')
  if (values.phone !== '' && !isPhone(values.phone)) check.report('phone', 'phone')
  // VKN has 10 digits, TCKN 11.
  if (values.taxNumber !== '' && !/^\d{10,11}$/.test(values.taxNumber)) check.report('taxNumber', 'taxNumber')
  if (values.priceList !== '' && !priceLists.some(({ code }) => code === values.priceList)) {
    check.report('priceList', 'priceList')
  }
  if (values.group !== '' && !groups.some(({ code }) => code === values.group)) check.report('group', 'group')
  const names = values.branches.map(({ name }) => name.toLocaleLowerCase('tr'))
  if (new Set(names).size < names.length) check.report('branches', 'branchTwice')
  return check.refusal() ?? { ok: true, values }
}

/** The values for the audit log, with branches by name. */
export const auditedDealer = (values: DealerValues) => ({
  ...values,
  branches: values.branches.map(({ name }) => name),
})

/** The agreed rates and their last day as the database has them. */
export const ratesOf = ({ fixedRates, ratesUntil }: Pick<DealerValues, 'fixedRates' | 'ratesUntil'>) => {
  return { fixed: JSON.stringify(parseFixedRates(fixedRates) ?? {}), until: parseDay(ratesUntil) }
}
