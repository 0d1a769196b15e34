import { campaignRow, writeCampaigns } from '#contract/integration/campaign-batches.ts'
import { addDays, momentInTurkey } from '#domain/text/calendar-day.ts'
import { type Campaigns, saveCampaignRows } from '#server/campaigns/campaigns.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import { keysOf } from './account-batches.ts'
import { notWritten, outcomesOf, replyOf } from './batch-reply.ts'
import { checkRows, refuseRepeated } from './check-rows.ts'

/** Registers the call by which programs write campaigns. A change is visible in the store before the response is sent. */
export function registerCampaignBatch(calls: Calls, { pool, campaigns }: { pool: Pool; campaigns: Campaigns }): void {
  handleOnce(calls, pool, writeCampaigns, async ({ body: { rows, atomic } }, context) => {
    const isAtomic = atomic === true
    const checked = checkRows(rows, campaignRow, 'code', context.locale)
    refuseRepeated(checked, ({ code }) => code.trim(), context.locale)
    const keys = keysOf(rows, ['code'])
    if (isAtomic && checked.bad.size > 0) return replyOf(keys, checked.bad, () => notWritten, false)
    const given = checked.good.map(({ index, row: { code, name, discount, startsAt, endsAt, products, ...row } }) => {
      return {
        ...row,
        line: index,
        code: code.trim(),
        name: name === undefined ? undefined : cleanText(name),
        discount: discount === undefined ? undefined : String(discount),
        startsAt: startsAt == null ? startsAt : momentOf(startsAt, 'first'),
        endsAt: endsAt == null ? endsAt : momentOf(endsAt, 'last'),
        products: products?.map(cleanText),
        isDeleted: row.delete,
      }
    })
    const { isWritten, results } = await saveCampaignRows(pool, given, { author: context, isAtomic })
    if (isWritten) await campaigns.refresh()
    return replyOf(keys, checked.bad, outcomesOf(results, isWritten, context.locale), isWritten)
  })
}

/** A day counts from its start, or to its end. */
function momentOf(text: string, edge: 'first' | 'last'): Date {
  if (text.includes('T')) return new Date(text)
  return momentInTurkey(edge === 'last' ? addDays(text, 1) : text)
}
