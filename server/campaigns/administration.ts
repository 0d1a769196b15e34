import {
  changeCampaign as changeCampaignCall,
  createCampaign as createCampaignCall,
  deleteCampaign,
  findCampaignProducts,
  getCampaign,
  listAllCampaigns,
  type OfferedProduct,
} from '#contract/admin/campaigns.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import { valuesOf } from './campaign-values.ts'
import { changeCampaign, createCampaign, removeCampaignById } from './change-campaign.ts'
import { findCampaigns, parseCampaignsQuery, stateOf } from './list-campaigns.ts'
import { findByCodes, findCampaign, loadProductIds } from './queries.ts'
import type { Campaigns } from './running-campaigns.ts'

/**
 * `presentProducts` shows these products to administrators, in order. It comes from the catalog, on which campaigns do
 * not depend.
 */
type Deps = {
  pool: Pool
  campaigns: Campaigns
  presentProducts(db: Db, ids: readonly number[]): Promise<OfferedProduct[]>
}

type Changed = { ok: true; id: number } | Refusal

/** The administrators' endpoints for campaigns. A change is visible in the store before the response is sent. */
export function registerCampaignAdministration(calls: Calls, deps: Deps): void {
  const { pool, campaigns, presentProducts } = deps
  const refreshed = async (result: Changed): Promise<Changed> => {
    if (result.ok) await campaigns.refresh()
    return result
  }

  handle(calls, listAllCampaigns, async ({ query }) => {
    const campaignsQuery = parseCampaignsQuery(query)
    const { page, limit } = parsePaging(query)
    const found = await findCampaigns(pool, campaignsQuery, { limit, offset: (page - 1) * limit })
    return { ...found, page, limit, pages: Math.max(1, Math.ceil(found.total / limit)), ...campaignsQuery }
  })
  handle(calls, getCampaign, ({ params }) => detail(deps, params.id))
  handle(calls, findCampaignProducts, async ({ body }) => {
    const codes = [...new Set(body.codes.map(cleanText).filter((code) => code !== ''))]
    const found = await findByCodes(pool, codes)
    return {
      items: await presentProducts(
        pool,
        found.filter((id) => id !== null),
      ),
      unknown: codes.filter((_code, at) => found[at] === null),
    }
  })
  handle(calls, createCampaignCall, async ({ body }, context) =>
    refreshed(await createCampaign(pool, context, body.values)),
  )
  handle(calls, changeCampaignCall, async ({ params, body }, context) => {
    const result = await refreshed(await changeCampaign(pool, context, { id: params.id, ...body }))
    return result.ok ? detail(deps, result.id) : result
  })
  handle(calls, deleteCampaign, async ({ params }, context) => {
    const result = await refreshed(await removeCampaignById(pool, context, params.id))
    return result.ok ? { success: true as const } : result
  })
}

async function detail({ pool, presentProducts }: Deps, id: number): Promise<Reply<typeof getCampaign> | Refusal> {
  const row = await findCampaign(pool, id)
  if (row === undefined) return refuse('campaign_not_found')
  const products = await presentProducts(pool, await loadProductIds(pool, id))
  const values = valuesOf(
    row,
    products.map(({ code }) => code),
  )
  return { id, code: row.code, values, state: await stateOf(pool, id), products }
}
