import type { Secret } from '#server/platform/http/secrets.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import {
  changePosAccount,
  createPosAccount,
  getPosAccount,
  getPosForm,
  listPosAccounts,
  type PosChoices,
  removePosAccount,
  savePosPlans,
  savePosSecrets,
  setPosState,
  tryPosAccount,
} from '#contract/admin/pos.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { changePosPlans, changePosValues, createPos, refusalOf } from './change-pos.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { adapters } from '#server/payments/gateways/gateways.ts'
import { activatePos, deactivatePos, type PosResult, removePos, setPosSecrets } from './manage-pos.ts'
import { loadBinChoices, loadPosRow, loadPosRows, type ManagedPosRow, readinessOf } from './pos-rows.ts'
import { SecretsError } from './pos-secrets.ts'
import { posPlansOf, posValuesOf } from './pos-values.ts'
import { tryGateway } from './try-pos.ts'

type Detail = Reply<typeof getPosAccount>

/** Registers the administrators' calls for POS accounts. Keys can be set but are never returned. */
export function registerPosAdministration(calls: Calls, deps: PaymentDeps): void {
  const { pool, secret, hasSandbox } = deps
  handle(calls, listPosAccounts, async () => ({
    hasSandbox,
    items: (await loadPosRows(pool)).map((row) => presentListed(row, secret)),
  }))
  handle(calls, getPosForm, () => choicesOf(deps))
  handle(calls, getPosAccount, ({ params }) => detail(deps, params.id))

  handle(calls, createPosAccount, async ({ body }, by) => {
    const created = await createPos(deps, by, body)
    return created.ok ? { id: created.id } : created
  })
  handle(calls, changePosAccount, async ({ params, body }, by) =>
    answerDetail(deps, params.id, await changePosValues(deps, by, { id: params.id, ...body })),
  )
  handle(calls, savePosPlans, async ({ params, body }, by) =>
    answerDetail(deps, params.id, await changePosPlans(deps, by, { id: params.id, ...body })),
  )
  handle(calls, savePosSecrets, ({ params, body }, by) => {
    const given = Object.entries(body.secrets).map(([name, value]) => [name, value.replaceAll('\0', '').trim()])
    const secrets = Object.fromEntries(given.filter(([, value]) => value !== '')) as Record<string, string>
    if (Object.keys(secrets).length === 0) return refuse('validation_failed')
    return applyOperation(deps, params.id, (code) => setPosSecrets(pool, code, secrets, secret, by))
  })
  handle(calls, setPosState, ({ params, body }, by) =>
    applyOperation(deps, params.id, (code) =>
      body.isActive ? activatePos(pool, code, { secret, hasSandbox }, by) : deactivatePos(pool, code, by),
    ),
  )
  handle(calls, tryPosAccount, ({ params }) => tryAccount(deps, params.id))
  handle(calls, removePosAccount, async ({ params }, by) => {
    const id = params.id
    const row = await loadPosRow(pool, id)
    const removed = row === undefined ? null : await removePos(pool, row.code, by)
    if (removed === null) return refuse('pos_not_found')
    if (!removed.ok) return refusalOf(removed)
    await deps.store.refresh()
    return { id }
  })
}

function presentListed(row: ManagedPosRow, secret: Secret): Reply<typeof listPosAccounts>['items'][number] {
  const { id, code, name, adapter, mode, environment, bank, bank_code, families, currency } = row
  const { isSealed, missing } = readinessOf(row, secret)
  return {
    id,
    code,
    name,
    adapter,
    mode,
    environment,
    bank: bank ?? bank_code,
    logo: row.logo,
    families,
    currency,
    minAmount: row.min_amount,
    maxAmount: row.max_amount,
    isDefault: row.is_default,
    isActive: row.is_active,
    installments: Math.max(1, ...row.plans.map(({ installment }) => installment)),
    isSealed,
    missing,
  }
}

async function choicesOf({ pool, hasSandbox, publicUrl }: PaymentDeps): Promise<PosChoices> {
  const entries = Object.entries(adapters) as [ManagedPosRow['adapter'], (typeof adapters)[ManagedPosRow['adapter']]][]
  return {
    adapters: entries.map(([name, { settings, optional = [], secrets, identity, modes, currencies }]) => {
      const names = { settings: [...settings], optional: [...optional], secrets: [...secrets] }
      return { name, ...names, identity: [...identity], modes: [...modes], currencies: [...currencies] }
    }),
    ...(await loadBinChoices(pool)),
    hasSandbox,
    publicUrl,
  }
}

async function detail(deps: PaymentDeps, id: number): Promise<Detail | Refusal> {
  const row = await loadPosRow(deps.pool, id)
  if (row === undefined) return refuse('pos_not_found')
  const { code, adapter, is_active: isActive, has_payments: hasPayments, stored_cards: storedCards } = row
  return {
    id,
    code,
    adapter,
    isActive,
    hasPayments,
    storedCards,
    ...readinessOf(row, deps.secret),
    values: posValuesOf(row),
    plans: posPlansOf(row),
    choices: await choicesOf(deps),
  }
}

async function answerDetail(deps: PaymentDeps, id: number, changed: { ok: true } | Refusal): Promise<Detail | Refusal> {
  if (!changed.ok) return changed
  // Pages show whether cards can be used.
  await deps.store.refresh()
  return detail(deps, id)
}

/** Runs an operation that the command line also has. */
async function applyOperation(
  deps: PaymentDeps,
  id: number,
  work: (code: string) => Promise<PosResult>,
): Promise<Detail | Refusal> {
  const row = await loadPosRow(deps.pool, id)
  if (row === undefined) return refuse('pos_not_found')
  try {
    const result = await work(row.code)
    return await answerDetail(deps, id, result.ok ? { ok: true } : refusalOf(result))
  } catch (error) {
    if (error instanceof SecretsError) return refuse('pos_keys_sealed')
    throw error
  }
}

async function tryAccount(deps: PaymentDeps, id: number): Promise<Reply<typeof tryPosAccount> | Refusal> {
  const row = await loadPosRow(deps.pool, id)
  if (row === undefined) return refuse('pos_not_found')
  if (row.environment === 'sandbox' && !deps.hasSandbox) return refuse('pos_sandbox_off')
  const { isSealed, missing } = readinessOf(row, deps.secret)
  if (isSealed) return refuse('pos_keys_sealed')
  if (missing.length > 0) return refuse('pos_incomplete', { names: missing.join(', ') })
  const { answer, text } = await tryGateway(await deps.gatewayOf(deps.pool, id), deps.publicUrl)
  return { answer, text: text.slice(0, 500) }
}
