import type { InboundResource } from '#domain/erp/mapping.ts'

type Row = Readonly<Record<string, unknown>>

/** Fields that apply to a whole request, by resource. */
const heads: Partial<Record<InboundResource, readonly string[]>> = { prices: ['priceList', 'vatIncluded'] }

/** What identifies a row of a resource, for the list of refused rows and for comparisons. */
const keyFields: Record<InboundResource, readonly string[]> = {
  products: ['code'],
  units: ['code', 'unit'],
  prices: ['code', 'unit', 'priceList'],
  stock: ['code', 'warehouse'],
  dealers: ['code'],
  balances: ['dealer', 'currency'],
  movements: ['dealer', 'reference'],
  rates: ['currency'],
}

const text = (value: unknown) => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value))

/** The key of a row; empty if its first part is missing. */
export function keyOf(resource: InboundResource, row: Row): string {
  const [first = '', ...rest] = keyFields[resource].map((field) => text(row[field]).trim())
  return first === '' ? '' : [first, ...rest.filter((part) => part !== '')].join(' · ').slice(0, 500)
}

export type Request = { head: Row; rows: { index: number; row: Row }[] }

/** Rows per request of the integration API. */
const requestRows = 5_000

/** Puts rows with the same head into one request, and makes no request too long. */
export function requestsOf(resource: InboundResource, rows: readonly { index: number; row: Row }[]): Request[] {
  const names = heads[resource] ?? []
  const groups = new Map<string, Request>()
  const requests: Request[] = []
  for (const { index, row } of rows) {
    const head = Object.fromEntries(names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]))
    const key = JSON.stringify(head)
    let request = groups.get(key)
    if (request === undefined || request.rows.length === requestRows) {
      request = { head, rows: [] }
      groups.set(key, request)
      requests.push(request)
    }
    const own =
      names.length === 0 ? row : Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
    request.rows.push({ index, row: own })
  }
  return requests
}

/** How a row that the ERP no longer has is switched off; null: it stays, as movements do. */
export function switchedOff(resource: InboundResource, key: string): Row | null {
  const [code, second] = key.split(' · ')
  if (resource === 'products' || resource === 'dealers') return { code, isActive: false }
  if (resource === 'stock') return { code, ...(second !== undefined && { warehouse: second }), quantity: 0 }
  return null
}
