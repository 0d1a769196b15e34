import { refuse, type Refusal } from '#contract/core/errors.ts'
import { settingFields } from '#contract/admin/setting-fields.ts'
import { type SettingKey, storeSettings } from '#contract/shop/settings.ts'
import { findBankProblem } from '#domain/money/iban.ts'
import { type AuditValues, type Author, lastChanges, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { isSettingKey } from './facts.ts'
import { lockSettings, type CustomSetting, resetSetting, saveSetting } from './queries.ts'
import { parseSetting } from './parse-setting.ts'
import { acceptedValues } from './accepted-values.ts'

/**
 * `value` null resets the setting to its default. `stamp` is the state that the change is based on; without one the
 * change always applies.
 */
export type RequestedSetting = { key: string; value: unknown; stamp?: string }
type ParsedSetting = { key: SettingKey; value: unknown; stamp?: string }

/** Changes settings, all or none, each with its entry in the audit log. Every process applies them within a second. */
export async function changeSettings(
  pool: Pool,
  author: Author,
  changes: readonly RequestedSetting[],
): Promise<{ ok: true } | Refusal> {
  const wanted = parseChanges(changes)
  if ('ok' in wanted) return wanted
  return transactionOrRefusal(pool, async (db) => {
    const keys = wanted.map(({ key }) => key)
    const custom = new Map((await lockSettings(db, keys)).map((setting) => [setting.key, setting]))
    await rejectIfChanged(db, wanted, custom)
    for (const change of wanted) await changeOne(db, author, change, custom.get(change.key))
    return { ok: true as const }
  })
}

function parseChanges(changes: readonly RequestedSetting[]): ParsedSetting[] | Refusal {
  const wanted: ParsedSetting[] = []
  const fields: NonNullable<Refusal['fields']> = {}
  for (const { key, value, ...rest } of changes) {
    if (!isSettingKey(key)) return { ...refuse('setting_unknown'), fields: { [key]: 'invalid' } }
    const read = value === null ? { value } : parseSetting(key, value)
    if (read === undefined) fields[key] = describeProblem(key, value)
    else wanted.push({ key, value: read.value, ...rest })
  }
  return Object.keys(fields).length === 0 ? wanted : { ...refuse('validation_failed'), fields }
}

/** The message about an invalid value: the wrong line of the bank accounts, or what the setting accepts. */
function describeProblem(key: SettingKey, value: unknown): ReturnType<typeof acceptedValues> {
  const found = settingFields[key].kind === 'bank' && typeof value === 'string' ? findBankProblem(value) : null
  if (found !== null) return { text: `settings.bankProblems.${found.problem}`, facts: { line: found.line } }
  const field = settingFields[key]
  if (field.kind !== 'phone' && field.kind !== 'email') return acceptedValues(key)
  return { text: `settings.none.${field.kind}`, facts: { max: field.max } }
}

/** Refuses settings that another user changed since they were read, naming that user. */
async function rejectIfChanged(
  db: Db,
  wanted: readonly ParsedSetting[],
  custom: ReadonlyMap<string, CustomSetting>,
): Promise<void> {
  const late = wanted.filter(({ key, stamp }) => stamp !== undefined && stamp !== (custom.get(key)?.stamp ?? ''))
  if (late.length === 0) return
  const keys = late.map(({ key }) => key)
  const names = new Map((await lastChanges(db, 'setting', keys)).map(({ noun_id, user_name }) => [noun_id, user_name]))
  const fields = keys.map((key) => {
    const name = names.get(key)
    return [key, name ? { text: 'settings.changedBy', facts: { name } } : { text: 'settings.changedMeanwhile' }]
  })
  abortTransaction({
    ...refuse('settings_changed'),
    fields: Object.fromEntries(fields) as NonNullable<Refusal['fields']>,
  })
}

async function changeOne(
  db: Db,
  author: Author,
  { key, value }: ParsedSetting,
  custom: CustomSetting | undefined,
): Promise<void> {
  const defaultValue = storeSettings.shape[key].parse(undefined)
  const before = custom?.value ?? defaultValue
  if (value === null ? custom === undefined : JSON.stringify(before) === JSON.stringify(value)) return
  if (value === null) await resetSetting(db, key)
  else await saveSetting(db, key, value, author.actor?.userId)
  await writeAudit(db, author, {
    action: value === null ? 'reset' : 'change',
    noun: 'setting',
    id: key,
    before: audited(key, before),
    after: audited(key, value ?? defaultValue),
  })
}

/** Of a secret the audit log contains only whether there is one. */
function audited(key: SettingKey, value: unknown): AuditValues {
  return settingFields[key].kind === 'secret' ? { isSet: value !== '' } : { value }
}
