import { isRefusal } from '#contract/core/errors.ts'
import type { Mapping } from '#domain/erp/mapping.ts'
import { demoWarehouses } from '#demo/catalog/stock.ts'
import { commandLine } from '#server/audit/audit.ts'
import { adapters, addConnection, changeConnection, changeMapping, setConnectionState } from '#server/erp/erp.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { sandboxLogo } from '#server/sandbox-erp/sandbox-erp.ts'

/** Minutes between two reads. What people try out first is read often. */
const everyMinutes = {
  rates: 60,
  products: 5,
  units: 60,
  prices: 5,
  stock: 2,
  dealers: 60,
  balances: 5,
  movements: 5,
  rules: 60,
}

/** Connects the store to its sandbox ERP, with the calls that the screen uses. */
export async function connectSandboxErp(pool: Pool, secret: Secret, isActive: boolean): Promise<void> {
  const deps = { pool, secret, adapters: new Map(adapters.map((each) => [each.kind, each])) }
  const name = 'Logo Tiger (örnek)'
  const settings = { url: 'http://sandbox-erp.localhost/logo', period: '1', bankAccount: '102.01.001', ...sandboxLogo }
  const added = fine(await addConnection(deps, commandLine, { name, kind: 'logo', settings, runsBeside: false }))
  fine(
    await changeConnection(deps, commandLine, added.id, {
      ...{ version: 1, name, settings, sends: ['order', 'cancellation', 'payment', 'refund'] },
      ...{ sendAfterMinutes: 2, lagMinutes: 180 },
      feeds: Object.entries(everyMinutes).map(([resource, minutes]) => ({
        ...{ resource: resource as keyof typeof everyMinutes, isActive: true },
        ...{ everyMinutes: minutes, fullEveryHours: 24 },
      })),
    }),
  )
  const mapping = { version: 2, mapping: JSON.stringify(demoMapping()) }
  const { problems } = fine(await changeMapping(deps, commandLine, added.id, mapping, 'en'))
  if (problems.length > 0) throw new Error(`The demo mapping has problems: ${JSON.stringify(problems)}`)
  await insertDocuments(pool, added.id)
  if (isActive) fine(await setConnectionState(deps, commandLine, added.id, true))
}

/** Orders that the ERP has, and one that it refused. */
async function insertDocuments(pool: Pool, connectionId: number): Promise<void> {
  await pool.execute(
    `INSERT INTO erp_outgoing (connection_id, kind, subject_id, state, attempts, document_no, created_at, changed_at)
     SELECT $1, kind, subject_id, 'booked', 1, document_no, acknowledged_at, acknowledged_at
       FROM erp_documents WHERE kind = 'order'`,
    [connectionId],
  )
  await pool.execute(
    `INSERT INTO erp_outgoing (connection_id, kind, subject_id, state, attempts, message, created_at, changed_at)
     SELECT $1, 'order', o.id, 'refused', 1, 'İşlem tarihi çalışılan dönemin dışında.', o.created_at, o.created_at
       FROM orders o WHERE o.state = 'received' AND o.sent_to_erp_at IS NULL ORDER BY o.created_at DESC LIMIT 1`,
    [connectionId],
  )
}

/** Payment plans of the demo store on top of the price of the ERP. */
const planFactors = { plan1: '1', plan2: '1.02', plan3: '1.05', plan4: '1.08', plan5: '1.03' }

/** The template of Logo with the warehouses, price lists and payment plans of the demo store. */
function demoMapping(): Mapping {
  const template = adapters.find(({ kind }) => kind === 'logo')?.template ?? {}
  const numbers = demoWarehouses.map(({ code }, number) => [code, number] as const)
  const { prices } = template.inbound ?? {}
  const plans = Object.entries(planFactors).map(([plan, factor]) => [
    plan,
    { multiply: ['PRICE', { value: factor }], places: factor === '1' ? 4 : 2 },
  ])
  return {
    ...template,
    inbound: {
      ...template.inbound,
      ...(prices && { prices: { ...prices, fields: { ...prices.fields, ...Object.fromEntries(plans) } } }),
    },
    tables: {
      ...template.tables,
      priceLists: { '1': '', '2': 'OZEL' },
      priceListsLeftOut: { '1': false, '2': false, '*': true },
      warehouses: Object.fromEntries(numbers.map(([code, number]) => [String(number), code])),
      warehousesLeftOut: { ...Object.fromEntries(numbers.map(([, number]) => [String(number), false])), '*': true },
      warehouseNumbers: Object.fromEntries(numbers),
    },
  }
}

function fine<Value extends object>(value: Value): Exclude<Value, { ok: false }> {
  if (isRefusal(value)) throw new Error(`The sandbox ERP was not connected: ${JSON.stringify(value)}`)
  return value as Exclude<Value, { ok: false }>
}
