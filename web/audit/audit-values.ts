import type { AuditEntry } from '#contract/admin/audit.ts'
import { settingFields } from '#contract/admin/setting-fields.ts'
import type { SettingKey } from '#contract/shop/settings.ts'
import { lastFullDay, formatDay } from '#domain/text/calendar-day.ts'
import { decimal, lira } from '#domain/money/money.ts'
import { posCurrencyOf } from '#domain/payments/pos-adapters.ts'
import type { Translation } from '#web/ui/translation.ts'
import { permissionName } from '#web/account/users/permission-name.ts'
import { dealerScopeName } from '#web/integration/dealer-scope-name.ts'
import { scopeName } from '#web/integration/scope-name.ts'
import { describeValue } from '#web/settings/settings-form.ts'

type Translate = Translation['t']

/** Translates a key that may be missing; an unknown value is shown unchanged. */
function translateOr(t: Translate, key: string, other: string): string {
  const translated = t(key)
  return translated === key ? other : translated
}

const settingOf = ({ noun, nounId }: Pick<AuditEntry, 'noun' | 'nounId'>) =>
  noun === 'setting' && Object.hasOwn(settingFields, nounId) ? (nounId as SettingKey) : null

export const translateNoun = (t: Translate, noun: string): string =>
  translateOr(t, `administration.audit.nouns.${noun}`, noun)
export const translateAction = (t: Translate, action: string): string =>
  translateOr(t, `administration.audit.actions.${action}`, action)

/** The subject of an entry, by its usual name. */
export function nameOf(t: Translate, entry: Pick<AuditEntry, 'noun' | 'nounId'>): string {
  const setting = settingOf(entry)
  return setting === null ? entry.nounId : t(`settings.items.${setting}.name`)
}

/** `name` is null if there is only this value; `before` or `after` is null if there was or is none. */
export type Difference = { key: string; name: string | null; before: string | null; after: string | null }

/** The changes of an entry in the user's language. */
export function differencesOf(translation: Translation, entry: AuditEntry): Difference[] {
  const { t } = translation
  const { before, after } = entry
  const setting = settingOf(entry)
  const describe = (key: string, value: unknown) =>
    setting !== null && key === 'value'
      ? describeValue(translation, setting, value)
      : (describeRights(t, entry, { key, value }) ??
        describeField(inCurrency(translation, after ?? before), { noun: entry.noun, key, value }))
  const all = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const keys = all.filter((key) => !isEmpty(before?.[key]) || !isEmpty(after?.[key]))
  return keys.map((key) => ({
    key,
    name: setting === null ? labelOf(t, entry.noun, key) : null,
    before: before !== null && key in before ? describe(key, before[key]) : null,
    after: after !== null && key in after ? describe(key, after[key]) : null,
  }))
}

/** Rights of roles and keys, which are stored as one text; null for anything else. */
function describeRights(
  t: Translate,
  entry: AuditEntry,
  { key, value }: { key: string; value: unknown },
): string | null {
  if (typeof value !== 'string' || value === '') return null
  const names = (name: (t: Translate, right: string) => string) =>
    value
      .split(' ')
      .map((right) => name(t, right))
      .join(', ')
  if (entry.noun === 'role' && key === 'permissions') return names(permissionName)
  if (entry.noun !== 'api_key' || key !== 'scopes') return null
  return names(entry.after?.['dealer'] === undefined ? scopeName : dealerScopeName)
}

/** Settings of an ERP have the labels of its form. */
function labelOf(t: Translate, noun: string, key: string): string {
  const label = translateOr(t, `administration.audit.fields.${key}`, key)
  return label === key && noun === 'erp_connection' ? translateOr(t, `erp.fields.${key}`, key) : label
}

/** Formats lira in the currency that the entry names, if any. */
function inCurrency(translation: Translation, values: AuditEntry['after']): Translation {
  const code = values?.['currency']
  const currency = (typeof code === 'string' ? posCurrencyOf(code) : null) ?? lira
  return { ...translation, formatMoney: (value, _lira, places) => translation.formatMoney(value, currency, places) }
}

/** Fields that were and are empty are omitted. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** The text group of a value, by its field. */
const textGroups: Record<string, string> = {
  'fault_report.state': 'faultReport.states',
  'order.state': 'orders.states',
  'order.request': 'returns.states',
  'application.state': 'applications.states',
  'limit_approval.state': 'limitApprovals.states',
  'erasure_request.state': 'limitApprovals.states',
  'bank_line.was': 'administration.bankLines.states',
  'document.kind': 'shelf.kinds',
  'document.language': 'shelf.languages',
  'attribute.kind': 'administration.attributes.types',
  'dealer_feed.preset': 'feeds.presets',
  'dealer_feed.format': 'feeds.formats',
  'erp_connection.kind': 'erp.kinds',
  'import.kind': 'imports.files.kinds',
  'import_profile.kind': 'imports.files.kinds',
  'user.role': 'people.roles',
  'price_rule.ruleKind': 'priceRules.kinds',
  'promotion.promotionKind': 'promotions.kinds',
  'dealer.riskMode': 'people.dealers.modes',
  'dealer.ratePolicy': 'people.dealers.ratePolicies',
  'dealer.carrierPayer': 'people.dealers.carrierPayers',
  'installment_limit.cardClass': 'administration.limits.classes',
  'pos_rule.cardClass': 'administration.posRules.classes',
  'pos_rule.target': 'administration.posRules.targets',
  'pos_rule.shareBy': 'administration.posRules.shareBy',
}
/** Amounts, in lira unless the entry has a currency. */
const amounts = new Set(['amount', 'riskLimit', 'min_amount', 'max_amount'])
/** Numbers that may be stored as text. */
const figures = new Set([...amounts, 'stock', 'rate', 'price', 'discount', 'multiplier', 'taxRate'])
/** Fields whose values are text even if they look like numbers. */
const texts = new Set([
  'code',
  'consent',
  'name',
  'note',
  'cause',
  'slug',
  'bank_code',
  'phone',
  'taxNumber',
  'address',
])

function describeField(
  translation: Translation,
  { noun, key, value }: { noun: string; key: string; value: unknown },
): string {
  const { t } = translation
  if (key === 'dealers' && value === 'all') return t('administration.audit.allDealers')
  if (noun === 'erp_connection' && key === 'mapping' && value === 'changed') return t('administration.audit.changed')
  // Stored as one text.
  if (noun === 'erp_connection' && key === 'sends' && typeof value === 'string' && value !== '')
    return value
      .split(' ')
      .map((kind) => translateOr(t, `erp.sendKinds.${kind}`, kind))
      .join(', ')
  const group = textGroups[`${noun}.${key}`]
  if (group !== undefined && typeof value === 'string') return translateOr(t, `${group}.${value}`, value)
  return describeAny(translation, key, value)
}

function describeAny(translation: Translation, key: string, value: unknown): string {
  const { t } = translation
  if (key === 'isSet') return t(`administration.audit.secret.${value === true ? 'set' : 'unset'}`)
  if (value === null || value === undefined) return t('administration.audit.none')
  if (value === '') return t('administration.audit.emptyText')
  if (typeof value === 'boolean') return t(value ? 'administration.audit.yes' : 'administration.audit.no')
  if (typeof value === 'string') return texts.has(key) ? value : describeText(translation, key, value)
  if (typeof value === 'number') return formatFigure(translation, key, String(value))
  if (Array.isArray(value)) {
    if (value.length === 0) return t('administration.audit.emptyText')
    return value.map((each: unknown) => describeItem(translation, key, each)).join(', ')
  }
  const parts = Object.entries(value).map(
    ([name, part]) =>
      `${key === 'plans' ? describeInstallments(t, name) : translateOr(t, `administration.audit.fields.${name}`, name)}: ${describeAny(translation, name, part)}`,
  )
  return parts.length === 0 ? t('administration.audit.emptyText') : parts.join('; ')
}

/** An item of a list; a line of an order, shipment or return as its code and quantity: A-1 × 3. */
function describeItem(translation: Translation, key: string, item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  const line: Record<string, unknown> = { ...item }
  const { code, lineNo } = line
  const hasCode = typeof code === 'string'
  if (!hasCode && lineNo === undefined) return `(${describeAny(translation, key, item)})`
  const name = hasCode ? code : translation.t('administration.audit.line', { number: String(lineNo) })
  const quantity = line['quantity'] ?? line['accepted'] ?? line['picked']
  return quantity === undefined ? name : `${name} × ${describeQuantity(translation, quantity)}`
}

/** A quantity, or how it changed. */
function describeQuantity(translation: Translation, quantity: unknown): string {
  if (typeof quantity !== 'object' || quantity === null) return describeAny(translation, 'quantity', quantity)
  return Object.values(quantity)
    .map((each: unknown) => describeAny(translation, 'quantity', each))
    .join(' → ')
}

const moments = new Intl.DateTimeFormat('tr', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Istanbul' })

/** Formats times and days, and numbers of the database with all their decimals: 41.25000000. */
function describeText(translation: Translation, key: string, text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(text)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return formatMoment(key, new Date(text))
  const plan = /^(\d+(?:\.\d+)?) %(?: · ≥ (\d+(?:\.\d+)?) TL)?( · ✓)?$/.exec(text)
  if (plan?.[1]) return describePlan(translation, { percent: plan[1], from: plan[2], isDefault: plan[3] !== undefined })
  const isFigure = figures.has(key) ? /^-?\d+(?:\.\d+)?$/ : /^-?\d+\.\d+$/
  return isFigure.test(text) ? formatFigure(translation, key, text) : text
}

/** An end date includes its last day, which is stored as the following midnight. */
function formatMoment(key: string, moment: Date): string {
  const last = key === 'endsAt' ? lastFullDay(moment) : null
  return last === null ? moments.format(moment) : formatDay(last)
}

type Plan = { percent: string; from: string | undefined; isDefault: boolean }

/** A row of an installment table, formatted as 12.5 % · ≥ 100.00 TL · ✓. */
function describePlan({ t, formatNumber, formatMoney }: Translation, { percent, from, isDefault }: Plan): string {
  const shown = t('administration.audit.percent', { percent: formatNumber(percent, decimal(percent).decimalPlaces()) })
  return [
    shown,
    ...(from === undefined ? [] : [t('administration.pos.from', { amount: formatMoney(from, 'TRY') })]),
    ...(isDefault ? [t('administration.audit.preselected')] : []),
  ].join(', ')
}

/** Rows of an installment table are named by their number. */
const describeInstallments = (t: Translate, count: string): string =>
  count === '1' ? t('administration.pos.plans.single') : t('administration.pos.plans.count', { number: Number(count) })

function formatFigure({ formatMoney, formatNumber }: Translation, key: string, text: string): string {
  const figure = decimal(text)
  return amounts.has(key) ? formatMoney(figure, 'TRY') : formatNumber(figure, figure.decimalPlaces())
}
