import type { Readable } from 'node:stream'
import { type BankRates, changeBankRates, getBankRates, previewRateFile } from '#contract/admin/bank-rates.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { loadPosRow } from '#server/payments/pos/pos-rows.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { changeRates, markOf } from './change-rates.ts'
import { previewFile } from './preview-file.ts'
import { knownFamilies, loadRates } from './rate-rows.ts'

/** Registers the administrators' calls for the banks' rates. `folder`: for sheets while they are read. */
export function registerRateAdministration(calls: Calls, deps: PaymentDeps & { folder: string }): void {
  handle(calls, getBankRates, ({ params }) => ratesOf(deps, params.id))
  handle(calls, changeBankRates, async ({ params, body }, by) => {
    const changed = await changeRates(deps, by, { id: params.id, ...body })
    return isRefusal(changed) ? changed : ratesOf(deps, params.id)
  })
  handle(calls, previewRateFile, ({ params, query, body }, { locale }) =>
    previewFile(deps, { id: params.id, query, body: body as Readable, locale }),
  )
}

async function ratesOf({ pool, now }: PaymentDeps, id: number): Promise<BankRates | Refusal> {
  const account = await loadPosRow(pool, id)
  if (account === undefined) return refuse('pos_not_found')
  const rates = await loadRates(pool, id)
  const families = await knownFamilies(pool, account.families)
  return { rates, families, today: dayInTurkey(now()), mark: markOf(rates) }
}
