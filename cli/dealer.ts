import { parseArgs } from 'node:util'
import { listDealers, saveDealer } from '#server/account/account.ts'
import { formatsOf } from '#domain/text/format.ts'
import { riskModes } from '#domain/orders/risk-limit.ts'
import { withDatabase } from './database.ts'

export const usage = `toptan dealer list
toptan dealer add <code> --name <name> [--discount <percent>] [--price-list <code>] [--risk-limit <amount>]
                  [--risk-mode order|balance]

Adds a dealer, or changes the one with this code. A risk limit of 0 means no limit, 1 blocks every order. Mode "order" checks
each order against the limit minus overdue debt; mode "balance" checks all debt and open orders. "toptan user add" adds the
users of a dealer.`

const sentences = {
  price_list_unknown: 'There is no price list with this code.',
  number_invalid: 'The discount must be 0 to 100 percent and the risk limit an amount in TRY.',
} as const

export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      discount: { type: 'string' },
      'price-list': { type: 'string' },
      'risk-limit': { type: 'string' },
      'risk-mode': { type: 'string' },
    },
  })
  const [action, code] = positionals
  if (action === 'list') return list()
  if (action !== 'add' || code === undefined || values.name === undefined) {
    console.error(usage)
    return 2
  }
  const riskMode = values['risk-mode'] === undefined ? null : riskModes.find((mode) => mode === values['risk-mode'])
  if (riskMode === undefined) {
    console.error(usage)
    return 2
  }
  const dealer = {
    riskMode,
    code,
    name: values.name,
    discount: values.discount ?? null,
    priceListCode: values['price-list'] ?? null,
    riskLimit: values['risk-limit'] ?? null,
  }
  const result = await withDatabase(({ pool }) => saveDealer(pool, dealer))
  if (result.ok) console.log('Done.')
  else console.error(sentences[result.problem])
  return result.ok ? 0 : 1
}

async function list(): Promise<number> {
  for (const dealer of await withDatabase(({ pool }) => listDealers(pool))) {
    const limit =
      Number(dealer.risk_limit) === 0
        ? ''
        : `, limit ${formatsOf('en').formatNumber(dealer.risk_limit, 2)} TL by ${dealer.risk_mode}`
    const notes = `${dealer.users} users${limit}${dealer.is_disabled ? ', disabled' : ''}`
    console.log(`${dealer.code}  ${dealer.name}  (${notes})`)
  }
  return 0
}
