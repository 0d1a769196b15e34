import { isIP } from 'node:net'
import type { Refusal } from '#contract/core/errors.ts'
import type { PosPlan, PosValues } from '#contract/admin/pos.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { readTypedAmount } from '#domain/money/typed-amount.ts'
import { formFormats } from '#domain/text/format.ts'
import { decimal } from '#domain/money/money.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { isPublicAddress } from '#server/platform/http/outside-call.ts'
import type { Adapter } from '#server/payments/gateways/gateway.ts'
import type { PosChange } from './manage-pos.ts'
import type { ManagedPosRow } from './pos-rows.ts'

export const shownAmount = (exact: string | null) => (exact === null ? '' : formFormats.formatNumber(exact, 2))
const shownPercent = (exact: string) => exact.replace('.', ',')

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1)

/** The values of an account as its form shows them. */
export function posValuesOf(row: ManagedPosRow): PosValues {
  return {
    name: row.name,
    mode: row.mode,
    environment: row.environment,
    bankCode: row.bank_code ?? '',
    families: row.families,
    currency: row.currency,
    minAmount: shownAmount(row.min_amount),
    maxAmount: shownAmount(row.max_amount),
    isDefault: row.is_default,
    position: String(row.position),
    logo: row.logo ?? '',
    image: row.image ?? '',
    // Sorted, since the form compares its values with these.
    settings: Object.fromEntries(Object.entries(row.settings).toSorted(byName)),
  }
}

export function posPlansOf(row: ManagedPosRow): PosPlan[] {
  return row.plans.map(({ installment, commission, minAmount, isDefault }) => {
    return { installment, commission: shownPercent(commission), minAmount: shownAmount(minAmount), isDefault }
  })
}

const problem = (name: string) => ({ text: `administration.pos.problems.${name}` })
type FieldCheck = ReturnType<typeof createFieldCheck>

/** Parses an amount and formats it as the form shows it; '' = none. */
export function readAmount(check: FieldCheck, field: string, typed: string): string {
  if (typed.trim() === '') return ''
  const read = readTypedAmount(typed, { sign: ',', places: 2 })
  if (read.kind !== 'amount' || decimal(read.value).greaterThan(999_999_999_999)) {
    check.fields[field] ??= problem('amount')
    return typed
  }
  return formFormats.formatNumber(read.value, 2)
}

export const exactAmount = (shown: string): string => (shown === '' ? '' : (parseAmount(shown)?.toFixed(2) ?? ''))

/** Whether an address is public; addresses of the sandbox bank are paths of the shop. */
function isAddress(value: string, environment: PosValues['environment']): boolean {
  if (environment === 'sandbox' && /^\/[^/\\]/.test(value)) return true
  if (!value.startsWith('https://') || !URL.canParse(value)) return false
  const host = new URL(value).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? !/(^|\.)localhost\.?$/.test(host) : isPublicAddress(host)
}

function readSettings(check: FieldCheck, typed: PosValues, adapter: Adapter): Record<string, string> {
  const names = [...adapter.settings, ...(adapter.optional ?? [])]
  for (const name of Object.keys(typed.settings)) {
    if (!names.includes(name)) check.fields[`settings.${name}`] ??= problem('setting')
  }
  const entries = names.map((name) => {
    const field = `settings.${name}`
    const value = check.text(field, typed.settings[name] ?? '', { max: 300 })
    if (['gateway', 'api'].includes(name) && value !== '' && !isAddress(value, typed.environment)) {
      check.fields[field] ??= problem('address')
    }
    if (name === 'storedCards' && !['', 'off'].includes(value)) check.fields[field] ??= problem('setting')
    if (name === 'storetype' && !['', '3d_pay_hosting', '3d_host'].includes(value)) {
      check.fields[field] ??= problem('setting')
    }
    return [name, value] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

type PosCheckTerms = { adapter: Adapter; hasSandbox: boolean; now: PosValues | null }

/**
 * Parses typed values into the form's notation, or returns the problem of each field. `now`: the stored values of an
 * existing account.
 */
export function readPosValues(
  typed: PosValues,
  { adapter, hasSandbox, now }: PosCheckTerms,
): { ok: true; values: PosValues } | Refusal {
  const check = createFieldCheck()
  const values: PosValues = {
    name: check.text('name', typed.name, { max: 60, isNeeded: true }),
    mode: typed.mode,
    environment: typed.environment,
    isDefault: typed.isDefault,
    bankCode: check.text('bankCode', typed.bankCode, { max: 4 }),
    families: [...new Set(typed.families.map((name) => check.text('families', name, { max: 40, isNeeded: true })))],
    currency: typed.currency,
    minAmount: readAmount(check, 'minAmount', typed.minAmount),
    maxAmount: readAmount(check, 'maxAmount', typed.maxAmount),
    position: check.text('position', typed.position, { max: 6 }) || '0',
    logo: check.text('logo', typed.logo, { max: 300 }),
    image: check.text('image', typed.image, { max: 300 }),
    settings: readSettings(check, typed, adapter),
  }
  if (!adapter.modes.includes(values.mode)) check.fields['mode'] ??= problem('mode')
  if (!adapter.currencies.includes(values.currency)) check.fields['currency'] ??= problem('currency')
  if (values.environment === 'sandbox' && !hasSandbox && now?.environment !== 'sandbox') {
    check.fields['environment'] ??= problem('sandbox')
  }
  if (!/^(\d{4})?$/.test(values.bankCode)) check.fields['bankCode'] ??= problem('bank')
  if (!/^\d{1,6}$/.test(values.position)) check.fields['position'] ??= problem('position')
  for (const field of ['logo', 'image'] as const) {
    if (!/^(\/[^/\\]|https:\/\/|$)/.test(values[field])) check.fields[field] ??= problem('picture')
  }
  const minAmount = exactAmount(values.minAmount)
  const maxAmount = exactAmount(values.maxAmount)
  if (minAmount !== '' && maxAmount !== '' && decimal(minAmount).greaterThan(maxAmount))
    check.fields['maxAmount'] ??= problem('most')
  return check.refusal() ?? { ok: true, values: { ...values, position: String(Number(values.position)) } }
}

/** The change that gives an account these values. Other settings are removed. */
export function changeTo(values: PosValues, adapter: Adapter): PosChange {
  const names = [...adapter.settings, ...(adapter.optional ?? [])]
  const settings = Object.fromEntries(names.map((name) => [name, values.settings[name] ?? '']))
  const [minAmount, maxAmount] = [exactAmount(values.minAmount), exactAmount(values.maxAmount)]
  return { ...values, settings, minAmount, maxAmount, position: Number(values.position) }
}

/** A row of the installment table as the database stores it. */
export type ExactPlan = { installment: number; commission: string; min_amount: string | null; is_default: boolean }

/** Parses the typed installment table, or returns the problem of each field (`commission-9`, `minAmount-9`). */
export function readPosPlans(typed: readonly PosPlan[]): { ok: true; shown: PosPlan[]; exact: ExactPlan[] } | Refusal {
  const check = createFieldCheck()
  const shown = typed
    .toSorted((a, b) => a.installment - b.installment)
    .map((plan) => {
      const percent = plan.commission.trim().replace(/\s*%$/, '').replace(/^%\s*/, '') || '0'
      const isPercent = /^\d{1,3}([.,]\d{1,3})?$/.test(percent) && Number(percent.replace(',', '.')) <= 100
      if (!isPercent) check.fields[`commission-${plan.installment}`] ??= problem('percent')
      const commission = isPercent ? shownPercent(decimal(percent.replace(',', '.')).toString()) : percent
      return { ...plan, commission, minAmount: readAmount(check, `minAmount-${plan.installment}`, plan.minAmount) }
    })
  const counts = shown.map(({ installment }) => installment)
  if (new Set(counts).size < counts.length || counts[0] !== 1) check.fields['plans'] ??= problem('single')
  if (shown.filter(({ isDefault }) => isDefault).length !== 1) check.fields['plans'] ??= problem('default')
  const exact = () =>
    shown.map(({ installment, commission, minAmount, isDefault }) => ({
      installment,
      commission: commission.replace(',', '.'),
      is_default: isDefault,
      min_amount: exactAmount(minAmount) || null,
    }))
  return check.refusal() ?? { ok: true, shown, exact: exact() }
}
