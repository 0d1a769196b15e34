import { describe, expect, test } from 'vitest'
import { type Endpoint, urlOf } from './endpoint.ts'
import { dealerScopes } from './dealer-scopes.ts'
import { scopes } from './scopes.ts'
import { errorCodes } from '#contract/errors/errors.ts'

const modules = import.meta.glob<Record<string, unknown>>(['../**/*.ts', '!../**/*.test.ts'], { eager: true })

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
}

const endpoints = Object.values(modules)
  .flatMap((module) => Object.values(module))
  // Calls that several owners have are grouped by owner.
  .flatMap((value) =>
    typeof value === 'object' && value !== null && !isEndpoint(value) ? Object.values(value) : [value],
  )
  .filter(isEndpoint)
  .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }))

describe('endpoints of the contract', () => {
  test('have unique methods and paths', () => {
    const names = endpoints.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })

  // Catalogue, section 7, and the suggestions of the other document.
  test.each([
    'POST /api/catalog/cart/:productId',
    'DELETE /api/catalog/cart/:productId',
    'PATCH /api/catalog/cart/:productId',
    'GET /api/catalog/cart',
    'DELETE /api/catalog/cart',
    'POST /api/catalog/cart',
    'GET /api/catalog/products',
    'GET /api/catalog/products/*',
    'POST /api/catalog/settings',
    'GET /autocomplete',
  ])('%s exists', (name) => {
    expect(endpoints.map((each) => each.name)).toContain(name)
  })

  test.each(endpoints)('$name declares its access and its errors', ({ endpoint }) => {
    expect(['guest', 'user', 'dealer', 'buyer', 'admin', 'service', 'dealerKey']).toContain(endpoint.access)
    expect(endpoint.summary).not.toBe('')
    expect(errorCodes).toEqual(expect.arrayContaining([...endpoint.errors]))
    expect(endpoint.errors).toEqual([...new Set(endpoint.errors)])
  })

  test.each(endpoints)('$name: the path and its parameters agree', ({ endpoint }) => {
    const inPath = [...endpoint.path.matchAll(/:(\w+)|\*$/g)].map(([whole, name]) => name ?? whole)
    const shape = (endpoint.params as { shape?: object } | undefined)?.shape ?? {}
    expect(Object.keys(shape)).toEqual(inPath)
  })

  test('use every scope that a key can have, and only calls of programs have one', () => {
    const scoped = endpoints.filter(({ endpoint }) => endpoint.scope !== undefined)
    const scopesOf = (access: string) =>
      new Set(scoped.flatMap(({ endpoint }) => (endpoint.access === access ? (endpoint.scope ?? []) : [])))
    expect(scopesOf('service')).toEqual(new Set(scopes))
    expect(scopesOf('dealerKey')).toEqual(new Set(dealerScopes))
    expect(scoped.filter(({ endpoint }) => !['service', 'dealerKey'].includes(endpoint.access))).toEqual([])
  })

  test.each(endpoints)(
    '$name states the rights that it needs, and no others',
    ({ endpoint: { access, needs, area } }) => {
      const isOfDealers = access === 'dealer' || access === 'buyer' || access === 'dealerKey'
      expect([needs !== undefined, area !== undefined]).toEqual([isOfDealers, access === 'admin'])
    },
  )

  test('have a body only if they change data', () => {
    const all = endpoints.map(({ endpoint }) => endpoint)
    expect(all.filter(({ method, body }) => method === 'GET' && body !== undefined)).toEqual([])
  })
})

describe('urlOf', () => {
  test.each([
    ['/api/a', {}, {}, '/api/a'],
    ['/api/a/:id', { id: 7 }, {}, '/api/a/7'],
    ['/api/a/:key', { key: 'BA 12/4?' }, {}, '/api/a/BA%2012%2F4%3F'],
    ['/api/a/:id/b/:other', { id: 1, other: 'ş' }, {}, '/api/a/1/b/%C5%9F'],
    ['/api/p/*', { '*': '/bosch/matkap' }, {}, '/api/p/bosch/matkap'],
    ['/api/p/*', { '*': '/' }, {}, '/api/p/'],
    ['/api/p/*', { '*': '' }, { page: 2 }, '/api/p/?page=2'],
    ['/api/a', {}, { q: 'çift vida', page: 2 }, '/api/a?q=%C3%A7ift+vida&page=2'],
    ['/api/a', {}, { q: '', sort: undefined, view: null, page: 0 }, '/api/a?page=0'],
  ])('%s with %j and %j', (path, params, query, url) => {
    expect(urlOf(path, params, query)).toBe(url)
  })
})
