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
  rules: ['code'],
}

const text = (value: unknown) => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value))

const separator = ' · '
/** Stands for a part that a row does not name, before one that it names. */
const unnamed = '–'
const escaped = (part: string) => (part === '' ? unnamed : part.replaceAll('·', '··'))
const unescaped = (part: string) => (part === unnamed ? '' : part.replaceAll('··', '·'))

/** The key of a row; empty if its first part is missing. */
export function keyOf(resource: InboundResource, row: Row): string {
  const parts = keyFields[resource].map((field) => text(row[field]).trim())
  const named = parts.slice(0, parts.findLastIndex((part) => part !== '') + 1)
  return parts[0] === '' ? '' : named.map(escaped).join(separator).slice(0, 500)
}

/** The fields that a key was made of. */
function fieldsOf(resource: InboundResource, key: string): Row {
  const parts = key.split(separator).map(unescaped)
  return Object.fromEntries(
    keyFields[resource].flatMap((field, at) =>
      parts[at] === undefined || parts[at] === '' ? [] : [[field, parts[at]]],
    ),
  )
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

/**
 * The row that takes what the ERP no longer has out of the shop: products and dealers are closed, stock becomes 0, prices,
 * units, balances, movements and price rules are deleted. Rates stay: they are the last ones known.
 */
export function removalOf(resource: InboundResource, key: string): Row | null {
  const fields = fieldsOf(resource, key)
  if (resource === 'rates') return null
  if (resource === 'products' || resource === 'dealers') return { ...fields, isActive: false }
  if (resource === 'stock') return { ...fields, quantity: 0 }
  return { ...fields, delete: true }
}

/** A removal that the shop refuses is among the refused rows under this name, in place of the ERP's record. */
const removalField = '$removal'
export const removalRecord = (row: Row): Row => ({ [removalField]: row })
export const removalIn = (record: Row): Row | undefined => record[removalField] as Row | undefined
