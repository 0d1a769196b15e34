import type { Endpoint } from '#contract/core/endpoint.ts'

const modules = import.meta.glob<Record<string, unknown>>(['../contract/**/*.ts', '!../contract/**/*.test.ts'], {
  eager: true,
})

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isEndpoint(value)
}

/** Every call of the contract by its name, `GET /api/…`. */
export const contractEndpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(modules)
    .flatMap((module) => Object.values(module))
    // Calls that several owners have are grouped by owner.
    .flatMap((value) => (isGroup(value) ? Object.values(value) : [value]))
    .filter(isEndpoint)
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)

const where = (isIncluded: (access: Endpoint['access']) => boolean) =>
  new Map([...contractEndpoints].filter(([, { access }]) => isIncluded(access)))

/** The calls of people: guests, dealers' users and administrators. */
export const visitorEndpoints: ReadonlyMap<string, Endpoint> = where(
  (access) => access !== 'service' && access !== 'dealerKey',
)
/** The calls of programs with a key. */
export const serviceEndpoints: ReadonlyMap<string, Endpoint> = where((access) => access === 'service')
/** The calls of dealers' programs with a key. */
export const dealerKeyEndpoints: ReadonlyMap<string, Endpoint> = where((access) => access === 'dealerKey')
/** Those of them that are documented, with examples. */
export const documentedEndpoints: ReadonlyMap<string, Endpoint> = new Map(
  [...serviceEndpoints].filter(([, { isInternal }]) => isInternal !== true),
)
