import { expect, test } from 'vitest'
import { isNarrowed, paymentsPath, queryOf } from './admin-payments-path.ts'

const all = { state: null, kind: null, from: null, to: null, q: '', page: 1 }

test('the address says what the list is narrowed to, and nothing that goes without saying', () => {
  expect(paymentsPath(all)).toBe('/yonetim/odemeler')
  expect(paymentsPath({ ...all, state: 'attention', from: '2026-11-01', q: 'Çınar & Söğüt', page: 2 })).toBe(
    '/yonetim/odemeler?state=attention&from=2026-11-01&q=%C3%87%C4%B1nar+%26+S%C3%B6%C4%9F%C3%BCt&page=2',
  )
  expect([all, { ...all, kind: 'link' }].map(isNarrowed)).toEqual([false, true])
})

test('what is read from an address is what it was made of; the rest of it means nothing', () => {
  const wish = { state: 'captured', kind: 'order', from: '2026-11-01', to: '2026-11-30', q: 'S2026', page: 3 }
  expect(queryOf(`http://shop.example${paymentsPath(wish)}&limit=9999`)).toEqual({ query: { ...wish, page: '3' } })
})
