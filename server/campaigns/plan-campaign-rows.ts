import type { CampaignRow } from './queries.ts'
import { mergeCampaign, newCampaign, problemOf } from './save-campaign.ts'

/** A campaign of an ERP. Only what is named changes; `null` removes a limit of time. */
export type CampaignRowInput = {
  line: number
  code: string
  name?: string | undefined
  /** Percent as exact text. */
  discount?: string | undefined
  startsAt?: Date | null | undefined
  endsAt?: Date | null | undefined
  isActive?: boolean | undefined
  position?: number | undefined
  /** Codes of all its products, in order. */
  products?: readonly string[] | undefined
  isDeleted?: boolean | undefined
}
export type CampaignProblem = { code: string; field: string; value: string }
export type StoredCampaign = CampaignRow & { product_ids: number[] }

/** A campaign as it will be; its id is 0 if it is new. `after` is null for one that is deleted. */
export type CampaignPlan = {
  line: number
  problem: CampaignProblem | null
  before: StoredCampaign | null
  after: StoredCampaign | null
}

export type CampaignRowResult = {
  line: number
  status: 'created' | 'updated' | 'unchanged' | 'deleted' | 'rejected'
  problem: CampaignProblem | null
}

/**
 * What rows, whose codes differ, make of the campaigns. A new code takes over the campaign of its name that has no code yet.
 * `idByCode` has the products that the rows name.
 */
export function planCampaignRows(
  stored: readonly StoredCampaign[],
  rows: readonly CampaignRowInput[],
  idByCode: ReadonlyMap<string, number>,
): CampaignPlan[] {
  const byCode = new Map(stored.flatMap((campaign) => (campaign.code === null ? [] : [[campaign.code, campaign]])))
  const byName = new Map(stored.map((campaign) => [campaign.name, campaign]))
  // What goes frees its name.
  for (const { code, isDeleted } of rows) if (isDeleted === true) byName.delete(byCode.get(code)?.name ?? '')
  let nextPosition = Math.max(0, ...stored.map(({ position }) => position)) + 1
  return rows.map((row): CampaignPlan => {
    const { line, code } = row
    const namesake = byName.get(row.name ?? '')
    const free = namesake?.code === null && row.isDeleted !== true ? namesake : null
    const before = byCode.get(code) ?? free
    if (row.isDeleted === true) return { line, problem: null, before, after: null }
    const own = before ?? { ...newCampaign, id: 0, name: '', position: nextPosition, product_ids: [] }
    const products = row.products && [...new Set(row.products)]
    const after: StoredCampaign = {
      ...mergeCampaign({ ...row, name: row.name ?? own.name }, own),
      id: own.id,
      code,
      product_ids: products?.flatMap((product) => idByCode.get(product) ?? []) ?? own.product_ids,
    }
    const problem = findProblem(row, after, products, { idByCode, isNew: before === null })
    const owner = byName.get(after.name)
    if (problem !== null) return { line, problem, before, after }
    if (owner !== undefined && owner !== before) return { line, problem: nameTaken(after.name), before, after }
    if (before === null) nextPosition = Math.max(nextPosition, after.position) + 1
    else byName.delete(before.name)
    byName.set(after.name, after)
    return { line, problem: null, before, after }
  })
}

const nameTaken = (value: string): CampaignProblem => ({ code: 'name_taken', field: 'name', value })

function findProblem(
  row: CampaignRowInput,
  after: StoredCampaign,
  products: readonly string[] | undefined,
  { idByCode, isNew }: { idByCode: ReadonlyMap<string, number>; isNew: boolean },
): CampaignProblem | null {
  const of = (code: string, field: string, value = '') => ({ code, field, value })
  if (after.name === '') return of('value_missing', 'name')
  const unknown = products?.find((code) => !idByCode.has(code))
  if (unknown !== undefined) return of('campaign_product_unknown', 'products', unknown)
  const problem = problemOf(after, products ?? (isNew ? [] : undefined))
  if (problem === 'products_missing') return of('value_missing', 'products')
  if (problem === 'discount_invalid') return of('discount_invalid', 'discount', after.discount)
  if (problem === 'window_empty') return of('window_empty', row.endsAt === undefined ? 'startsAt' : 'endsAt')
  return problem === null ? null : of('value_invalid', 'products', String(products?.length ?? 0))
}
