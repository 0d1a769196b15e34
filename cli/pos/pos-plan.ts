import { addLimit, listLimits, removeLimit, savePlan } from '#server/payments/payments.ts'
import { withDatabase } from '#cli/database.ts'
import { type PosValues, usage } from './pos-args.ts'
import { report } from './pos-output.ts'

const cardFeeWarning = `A fee on the single payment is a surcharge for paying by card, which law 5464, article 17 forbids. Set it to 0.`

/** `toptan pos plan`: changes a row of an account's installment table. */
export async function setPlan(code: string, rest: string[], values: PosValues): Promise<number> {
  const [installment, percent, more] = rest
  const isRemoval = values.remove === true
  if (installment === undefined || more !== undefined || isRemoval === (percent !== undefined)) {
    console.error(usage)
    return 2
  }
  const commission = isRemoval ? null : (percent?.replace(',', '.') ?? null)
  const plan = { code, installment: Number(installment), commission, minAmount: values.from ?? null }
  const isDefault = values.default ?? false
  const result = await withDatabase(({ pool }) => savePlan(pool, { ...plan, isDefault }))
  if (result.ok && plan.installment === 1 && Number(commission) > 0) console.error(cardFeeWarning)
  return report(result)
}

/** `toptan pos limits`: shows or changes the limits on installments by law or by the store. */
export async function limits(rest: string[], values: PosValues): Promise<number> {
  const [action, value, more] = rest
  if (action === undefined) return showLimits()
  if (value === undefined || more !== undefined || (action !== 'add' && action !== 'remove')) {
    console.error(usage)
    return 2
  }
  if (action === 'remove') return report(await withDatabase(({ pool }) => removeLimit(pool, Number(value) || 0)))
  const { class: cardClass = '', category = '', from = '', until = '', note = '' } = values
  return report(
    await withDatabase(({ pool }) => addLimit(pool, { most: value, cardClass, category, from, until, note })),
  )
}

async function showLimits(): Promise<number> {
  const found = await withDatabase(({ pool }) => listLimits(pool))
  if (found.length === 0) console.log('No limits: all purchases allow up to 12 installments.')
  for (const { id, most, cardClass, category, validFrom, validUntil, note } of found) {
    const parts = [
      `at most ${most} installments`,
      `${cardClass ?? 'all'} cards`,
      category === null ? 'all goods' : `category ${category} and all below it`,
      ...(validFrom === null ? [] : [`from ${validFrom}`]),
      ...(validUntil === null ? [] : [`until ${validUntil}`]),
      ...(note === '' ? [] : [note]),
    ]
    console.log(`${id}  ${parts.join(', ')}`)
  }
  return 0
}
