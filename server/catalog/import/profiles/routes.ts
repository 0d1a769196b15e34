import {
  changeProfile as changeProfileCall,
  type ListedProfile,
  listProfiles,
  type ProfileValues,
  removeProfile as removeProfileCall,
} from '#contract/admin/imports/import-profiles.ts'
import { isRefusal, type Refusal } from '#contract/core/errors.ts'
import { changedSince, createFieldCheck } from '#server/account/account.ts'
import { differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { type Calls, handle, type UserContext } from '#server/visitor/visitor.ts'
import { findProfile, listProfileRows, type ProfileOptions, type ProfileRow } from './queries.ts'
import { columnsOf, mappingProblem, sortMapping } from './profile-columns.ts'
import { checkName } from './save-profile.ts'

type Outcome = { ok: true } | Refusal
const succeeded = { ok: true as const }

/** The administrators' endpoints for import profiles; each change returns all of them. */
export function registerImportProfiles(calls: Calls, { pool }: { pool: Pool }): void {
  const list = async () => ({ items: await presentAll(pool) })
  handle(calls, listProfiles, list)
  handle(calls, changeProfileCall, async ({ params, body }, by) => {
    const outcome = await changeProfile(pool, by, { id: params.id, ...body })
    return isRefusal(outcome) ? outcome : list()
  })
  handle(calls, removeProfileCall, async ({ params }, by) => {
    const outcome = await removeProfile(pool, by, params.id)
    return isRefusal(outcome) ? outcome : list()
  })
}

async function presentAll(db: Db): Promise<ListedProfile[]> {
  const [rows, sources] = await Promise.all([
    listProfileRows(db, null),
    db.query<{ profile_id: number; name: string }>(
      'SELECT profile_id, name FROM import_sources WHERE profile_id IS NOT NULL ORDER BY fold(name)',
    ),
  ])
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    ...valuesOf(row),
    pricesColumn: row.options.prices?.startsWith('column:') ? row.options.prices.slice(7) : null,
    columns: columnsOf(row),
    createdAt: row.created_at.toISOString(),
    createdBy: row.creator,
    usedAt: row.used_at?.toISOString() ?? null,
    sources: sources.filter(({ profile_id }) => profile_id === row.id).map(({ name }) => name),
  }))
}

function valuesOf({ name, options }: ProfileRow): ProfileValues {
  const { decimal, mapping = {}, prices, inStock, priceList, warehouse } = options
  return {
    name,
    mapping: sortMapping(mapping as ProfileValues['mapping']),
    decimal: decimal ?? '',
    prices: prices === 'net' || prices === 'gross' ? prices : '',
    inStock: inStock ?? '',
    priceList: priceList ?? '',
    warehouse: warehouse ?? '',
  }
}

type Change = { id: number; before: ProfileValues; values: ProfileValues }

function changeProfile(pool: Pool, by: UserContext, { id, before, values }: Change): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    await db.execute('SELECT FROM import_profiles WHERE id = $1 FOR UPDATE', [id])
    const row = (await findProfile(db, id)) ?? abortTransaction('not_found')
    const name = await checkName(db, { kind: row.kind, typed: values.name, ownId: id })
    const answers = checkAnswers(values, row)
    const current = valuesOf(row)
    const conflict = changedSince(
      'import_profile_changed',
      {
        before: { ...before, mapping: sortMapping(before.mapping) },
        now: current,
        wanted: { ...values, mapping: sortMapping(values.mapping) },
      },
      (_field, value) => (typeof value === 'string' ? value : null),
    )
    if (conflict !== null) abortTransaction(conflict)
    const options = withAnswers(row.options, answers)
    await db.execute('UPDATE import_profiles SET name = $2, options = $3 WHERE id = $1', [
      id,
      name,
      JSON.stringify(options),
    ])
    const difference = differenceOf(current, valuesOf({ ...row, name, options }))
    if (difference !== null)
      await writeAudit(db, by, { action: 'change', noun: 'import_profile', id: name, ...difference })
    return succeeded
  })
}

type Answers = Partial<Omit<ProfileValues, 'name'>>

function checkAnswers(values: ProfileValues, { kind, shape }: ProfileRow): Answers {
  const checks = createFieldCheck()
  const problem = mappingProblem(values.mapping, { kind, shape })
  if (problem !== null) checks.fields['mapping'] = { text: `imports.profiles.problems.${problem}` }
  const answers = kind === 'products' ? checkProductAnswers(values, checks) : {}
  const refusal = checks.refusal()
  if (refusal !== null) abortTransaction(refusal)
  return { decimal: values.decimal, mapping: values.mapping, ...answers }
}

function checkProductAnswers(values: ProfileValues, checks: ReturnType<typeof createFieldCheck>): Answers {
  const priceList = checks.text('priceList', values.priceList, { max: 60 })
  const warehouse = checks.text('warehouse', values.warehouse, { max: 60 })
  const inStock = values.inStock.trim()
  if (inStock !== '' && !/^[1-9]\d{0,5}$/.test(inStock)) {
    checks.fields['inStock'] ??= { text: 'imports.profiles.problems.inStock' }
  }
  return { prices: values.prices, inStock, priceList, warehouse }
}

/** Empty answers are removed; prices by a column stay unless another answer is given. */
function withAnswers(options: ProfileOptions, answers: Answers): ProfileRow['options'] {
  const given = Object.entries(answers)
  const removed = new Set(given.filter(([, value]) => value === '').map(([name]) => name))
  if (options.prices?.startsWith('column:')) removed.delete('prices')
  const left = Object.entries(options).filter(([name]) => !removed.has(name))
  return Object.fromEntries([...left, ...given.filter(([, value]) => value !== '')])
}

/** Sources that use the profile keep its options. */
function removeProfile(pool: Pool, by: UserContext, id: number): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const row = (await findProfile(db, id)) ?? abortTransaction('not_found')
    await db.execute(
      `UPDATE import_sources s SET options = s.options || p.options, profile_id = NULL
         FROM import_profiles p WHERE p.id = $1 AND s.profile_id = p.id`,
      [id],
    )
    await db.execute('DELETE FROM import_profiles WHERE id = $1', [id])
    await writeAudit(db, by, { action: 'remove', noun: 'import_profile', id: row.name, before: { kind: row.kind } })
    return succeeded
  })
}
