import type { Endpoint } from '#contract/core/endpoint.ts'

const modules = import.meta.glob<Record<string, unknown>>(['../contract/**/*.ts', '!../contract/**/*.test.ts'], {
  eager: true,
})

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
}

/** Every call of the contract by its name, `GET /api/…`. */
export const contractEndpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter(isEndpoint)
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)
