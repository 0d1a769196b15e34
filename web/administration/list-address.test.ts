import { expect, test } from 'vitest'
import { isNarrowed, listPath, queryOf } from './list-address.ts'

const names = ['state', 'kind', 'from', 'to', 'q']
const all = { state: null, kind: null, from: null, to: null, q: '', page: 1 }
const pathOf = (view: object) => listPath('/yonetim/odemeler', { ...view }, names, '-date')

test('listPath contains the filters that are set and omits defaults', () => {
  expect(pathOf(all)).toBe('/yonetim/odemeler')
  expect(pathOf({ ...all, state: 'attention', from: '2026-11-01', q: 'Çınar & Söğüt', page: 2 })).toBe(
    '/yonetim/odemeler?state=attention&from=2026-11-01&q=%C3%87%C4%B1nar+%26+S%C3%B6%C4%9F%C3%BCt&page=2',
  )
  expect(['-date', 'date'].map((sort) => pathOf({ sort }))).toEqual([
    '/yonetim/odemeler',
    '/yonetim/odemeler?sort=date',
  ])
  expect([all, { ...all, kind: 'link' }].map((view) => isNarrowed(view, names))).toEqual([false, true])
})

test('queryOf reads what listPath writes and ignores other parameters', () => {
  const input = { state: 'captured', kind: 'order', from: '2026-11-01', to: '2026-11-30', q: 'S2026', page: 3 }
  const { query } = queryOf(`http://shop.example${pathOf(input)}&limit=9999`, names)
  expect(query).toEqual({ ...input, page: '3' })
})
