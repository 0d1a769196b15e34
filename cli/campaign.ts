import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { lastFullDay } from '#domain/text/calendar-day.ts'
import { type CampaignInput, listCampaigns, removeCampaign, saveCampaign } from '#server/campaigns/campaigns.ts'
import { parseCodes, parseMoment } from '#cli/campaign/campaign-args.ts'
import { withDatabase } from './database.ts'

export const usage = `toptan campaign list
toptan campaign set <name> [options]
toptan campaign remove <name>

Adds a campaign, or changes the one with this name; omitted options keep their values.

  --products <codes>   product codes in display order, separated by commas
  --file <file>        a file with one product code per line
  --discount <percent> discount while the campaign runs, 0 to 99.99
  --rows <number>      rows of the carousel, 1 to 10
  --position <number>  position among the campaigns, lowest first
  --from <day>         first day or start time: 2026-11-20, 2026-11-20T09:00 or none
  --until <day>        last day or end time, or none
  --off, --on          hides or shows the campaign

Days are in Turkish time. The code of a variant selects its whole product.`

const sentences = {
  products_missing: 'A new campaign needs products: use --products or --file.',
  too_many_products: 'A campaign can have at most 500 products.',
  discount_invalid: 'The discount must be 0 to 99.99 percent.',
  rows_invalid: 'The rows must be a whole number from 1 to 10.',
  window_empty: 'The campaign would end before it starts.',
} as const

export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
  const [action, name, ...rest] = positionals
  if (action === 'list' && name === undefined) return list()
  if (name === undefined || name.trim() === '' || rest.length > 0) return refuse(usage, 2)
  if (action === 'remove') {
    const isRemoved = await withDatabase(({ pool }) => removeCampaign(pool, name))
    return isRemoved ? print('Removed.') : refuse(`There is no campaign "${name}".`)
  }
  if (action !== 'set') return refuse(usage, 2)
  const campaign = await parseCampaign(name, values)
  return 'problem' in campaign ? refuse(campaign.problem, 2) : save(campaign)
}

const options = {
  products: { type: 'string' },
  file: { type: 'string' },
  discount: { type: 'string' },
  rows: { type: 'string' },
  position: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  on: { type: 'boolean' },
  off: { type: 'boolean' },
} as const

type Values = {
  [Name in keyof typeof options]?: ((typeof options)[Name]['type'] extends 'string' ? string : boolean) | undefined
}

async function parseCampaign(name: string, values: Values): Promise<CampaignInput | { problem: string }> {
  const { products, file, discount, rows, position, from, until, on, off } = values
  if (products !== undefined && file !== undefined) return { problem: 'Use either --products or --file.' }
  if (on && off) return { problem: 'Use either --on or --off.' }
  if (position !== undefined && !/^\d{1,6}$/.test(position)) return { problem: `"${position}" is not a position.` }
  const startsAt = from === undefined ? undefined : parseMoment(from, 'first')
  const endsAt = until === undefined ? undefined : parseMoment(until, 'last')
  for (const [text, moment] of [
    [from, startsAt],
    [until, endsAt],
  ] as const) {
    if (text !== undefined && moment === undefined)
      return { problem: `"${text}" is not a day. Use the form 2026-11-20 or 2026-11-20T09:00.` }
  }
  const list = file === undefined ? products?.replaceAll(',', '\n') : await readFile(file, 'utf8').catch(() => null)
  if (list === null) return { problem: `Could not read ${file}.` }
  return {
    name: name.trim(),
    ...(list !== undefined && { codes: parseCodes(list) }),
    ...(discount !== undefined && { discount: discount.replace(',', '.') }),
    ...(rows !== undefined && { rowCount: Number(rows) }),
    ...(position !== undefined && { position: Number(position) }),
    ...(startsAt !== undefined && { startsAt }),
    ...(endsAt !== undefined && { endsAt }),
    ...((on ?? off) && { isActive: on ?? false }),
  }
}

async function save(campaign: CampaignInput): Promise<number> {
  const saved = await withDatabase(({ pool }) => saveCampaign(pool, campaign))
  if (saved.ok) {
    const products = saved.products === undefined ? '' : ` with ${saved.products} products`
    return print(`${saved.isNew ? 'Added' : 'Changed'}${products}.`)
  }
  if (saved.problem === 'codes_unknown')
    return refuse(`No product has the code ${saved.codes.join(', ')}. Nothing was changed.`)
  return refuse(sentences[saved.problem])
}

async function list(): Promise<number> {
  const day = (moment: Date | null) => moment?.toLocaleString('sv', { timeZone: 'Europe/Istanbul' }).slice(0, 16) ?? '…'
  for (const campaign of await withDatabase(({ pool }) => listCampaigns(pool))) {
    const { name, position, products, row_count, starts_at, ends_at, is_active, is_running, discount } = campaign
    const state = is_running ? 'running' : is_active ? 'not running now' : 'off'
    const window =
      starts_at === null && ends_at === null
        ? ''
        : `, ${day(starts_at)} – ${(ends_at && lastFullDay(ends_at)) ?? day(ends_at)}`
    console.log(
      `${position}  ${name}  (${products} products, ${Number(discount) === 0 ? '' : `${Number(discount)} % off, `}${row_count} rows, ${state}${window})`,
    )
  }
  return 0
}

function print(text: string): number {
  console.log(text)
  return 0
}

function refuse(text: string, code = 1): number {
  console.error(text)
  return code
}
