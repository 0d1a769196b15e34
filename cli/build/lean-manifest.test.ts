import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { leanManifest } from './lean-manifest.ts'

const route = (id: string, file: string, more: object = {}) => ({
  id,
  parentId: 'root',
  path: id,
  hasLoader: true,
  module: `/assets/${file}.js`,
  imports: ['/assets/framework-1234567.js', '/assets/shared-7654321.js'],
  css: [],
  ...more,
})

it('the browser restores every route from the short list, except its imports', () => {
  const manifest = {
    entry: { module: '/assets/entry.client-aaaaaaa.js', imports: ['/assets/shared-7654321.js'], css: [] },
    routes: {
      home: { ...route('home', 'catalog-page-bbbbbbb'), path: undefined, index: true },
      'orders/orders-page': route('orders/orders-page', 'orders-page-ccccccc', { path: 'siparisler' }),
      'orders/order-page': route('orders/order-page', 'order-page-d-e_f12', { path: 'siparisler/:id' }),
      'lists/list': route('lists/list', 'list-page-ddddddd', { clientLoaderModule: '/assets/list-eeeeeee.js' }),
      short: route('short', 'fffffff', { hasLoader: false, imports: [], css: ['/assets/chart-1111111.css'] }),
    },
    url: '/assets/manifest-12345678.js',
    version: '12345678',
  }
  const code = leanManifest(`window.__reactRouterManifest=${JSON.stringify(manifest)};`)
  const window: { __reactRouterManifest?: unknown } = {}
  runInNewContext(code, { window })
  const routes = Object.entries(manifest.routes).map(([id, { imports: _, ...rest }]) => [id, rest])
  const entry = { ...manifest.entry, imports: [] }
  const expected = { ...manifest, entry, routes: Object.fromEntries(routes) as object }
  expect(JSON.parse(JSON.stringify(window.__reactRouterManifest))).toEqual(JSON.parse(JSON.stringify(expected)))
  expect(code).not.toContain('shared-7654321')
})
