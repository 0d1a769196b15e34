import type { Input, Reply } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { planKeys } from '#contract/core/money.ts'
import { listPlans, savePlans as savePlansCall } from '#contract/admin/plans.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { loadPlans, savePlans, stampOfPlans } from './save-plans.ts'
import type { Store } from './store.ts'

/** The endpoints of administrators for payment plans. */
export function registerPlanAdministration(calls: Calls, { pool, store }: { pool: Pool; store: Store }): void {
  handle(calls, listPlans, () => list(pool))

  handle(calls, savePlansCall, async ({ body }, context) => {
    const plans = parsePlans(body.items)
    if ('ok' in plans) return plans
    const saved = await savePlans(pool, plans, context, body.stamp)
    if (!saved.ok) return saved
    await store.refresh()
    return list(pool)
  })
}

type Items = Input<typeof savePlansCall>['body']['items']

function parsePlans(items: Items) {
  const named = items.map((plan) => ({ ...plan, name: plan.name.replaceAll('\0', '').toWellFormed().trim() }))
  const used = named.filter(({ isEnabled }) => isEnabled)
  const fields: NonNullable<Refusal['fields']> = {}
  for (const { key, name } of used) if (name === '') fields[key] = { text: 'administration.plans.nameMissing' }
  const isTwice = new Set(items.map(({ key }) => key)).size < items.length
  const defaults = named.filter(({ isDefault }) => isDefault)
  if (defaults.length > 1 || defaults.some(({ isEnabled }) => !isEnabled)) {
    for (const { key } of defaults) fields[key] ??= { text: 'administration.plans.defaultWrong' }
  }
  if (isTwice || Object.keys(fields).length > 0) return { ...refuse('validation_failed'), fields }
  return used.map(({ key, name, isDefault, isVirtual, dueDays }) => {
    return { priceName: key, name, varsayilan: isDefault, isVirtual, ...(dueDays !== undefined && { dueDays }) }
  })
}

/** All five plans, including those that never had a name. */
async function list(pool: Pool): Promise<Reply<typeof listPlans>> {
  const plans = await loadPlans(pool)
  return {
    stamp: stampOfPlans(plans),
    items: planKeys.map((key) => {
      const plan = plans.get(key)
      return {
        key,
        name: plan?.name ?? '',
        isEnabled: plan?.is_enabled ?? false,
        isDefault: plan?.is_default ?? false,
        isVirtual: plan?.is_virtual ?? false,
        dueDays: plan?.due_days ?? null,
      }
    }),
  }
}
