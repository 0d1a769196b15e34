import { describe, expect, test } from 'vitest'
import { readWarranty, salesOf, warrantyEnd, warrantyStatus } from './warranty.ts'

const sale = { tarih: '2025-03-04', durum: 'SATIŞ', belgeNo: 'F-1' }
const success = (data: unknown) => ({ success: true, data })
const reading = (hareket: unknown, garantiSuresi: unknown = 10) => readWarranty(success({ garantiSuresi, hareket }))

describe('readWarranty', () => {
  test('accepts movements as a list or as a single one', () => {
    const warranty = { garantiSuresi: 10, hareket: [sale], product: null }
    expect(reading([sale])).toEqual({ kind: 'found', warranty })
    expect(reading(sale)).toEqual({ kind: 'found', warranty })
  })

  test.each([
    [-35, -35],
    ['412', 412],
    ['-7.0', -7],
    ['12.9', 12],
    [' 5 ', 5],
    [36_525, 36_525],
    [0, 0],
    [null, null],
    ['', null],
  ])('%j days', (written, days) => {
    expect(reading(sale, written)).toMatchObject({ warranty: { garantiSuresi: days } })
  })

  test('parses days in any notation; shortens texts and removes control characters', () => {
    const written = { tarih: '04.03.2025 00:00:00', durum: ' satış ', belgeNo: `F\u0000\n1${'x'.repeat(400)}` }
    const found = reading([written, { ...sale, tarih: '2025-03-04T08:00:00', belgeNo: 7 }])
    expect(found).toMatchObject({ warranty: { hareket: [sale.tarih, sale.tarih].map((tarih) => ({ tarih })) } })
    const [first, second] = found.kind === 'found' ? found.warranty.hareket : []
    expect(first?.belgeNo).toMatch(/^F 1x{290,}$/)
    expect([first?.durum, second?.belgeNo]).toEqual(['SATIŞ', '7'])
  })

  test.each([[null], [undefined], [''], [[]]])('treats movements %j as none', (hareket) => {
    expect(reading(hareket)).toMatchObject({ kind: 'found', warranty: { hareket: [] } })
  })

  test('accepts five hundred movements', () => {
    expect(reading(Array.from({ length: 500 }, () => sale)).kind).toBe('found')
  })

  test.each([[null], [undefined], [''], [{}], [[]]])('treats data %j as unknown', (data) => {
    expect(readWarranty(success(data))).toEqual({ kind: 'none' })
  })

  test.each([
    ['text'],
    [null],
    [[]],
    [{}],
    [{ success: 'true', data: {} }],
    [{ success: false }],
    [success('text')],
    [success([1])],
    [success({ garantiSuresi: 'on', hareket: [] })],
    [success({ garantiSuresi: 36_526, hareket: [] })],
    [success({ garantiSuresi: ' ', hareket: [] })],
    [success({ garantiSuresi: 1, hareket: [sale, null] })],
    [success({ garantiSuresi: 1, hareket: 'SATIŞ' })],
    [success({ garantiSuresi: 1, hareket: [{ ...sale, tarih: 'dün' }] })],
    [success({ garantiSuresi: 1, hareket: [{ ...sale, tarih: '31.02.2025' }] })],
    [success({ garantiSuresi: 1, hareket: [null] })],
    [success({ garantiSuresi: 1, hareket: Array.from({ length: 501 }, () => sale) })],
  ])('reports %j as unreadable', (answer) => {
    expect(readWarranty(answer)).toEqual({ kind: 'unreadable' })
  })

  test('returns the message of a refusal', () => {
    const error = { messages: { type: 'Bakımdayız.' } }
    expect(readWarranty({ success: false, error })).toEqual({ kind: 'refused', text: 'Bakımdayız.' })
  })

  test('requires a code or a name of a product', () => {
    const product = (code: string, name: string) => {
      const found = readWarranty(success({ garantiSuresi: 1, hareket: sale, product: { code, name } }))
      return found.kind === 'found' ? found.warranty.product : undefined
    }
    expect(product(' A ', '')).toEqual({ code: 'A', name: '', url: null })
    expect(product('', 'B')).toEqual({ code: '', name: 'B', url: null })
    expect(product(' ', '')).toBeNull()
  })

  test('accepts only product links within this shop', () => {
    const url = (url: string) => {
      const found = readWarranty(success({ garantiSuresi: 1, hareket: sale, product: { code: 'A', name: 'B', url } }))
      return found.kind === 'found' ? found.warranty.product?.url : undefined
    }
    expect([url('/matkap-p-7'), url('//kotu.example'), url('javascript:alert(1)')]).toEqual(['/matkap-p-7', null, null])
  })
})

test('salesOf returns sales only, newest first', () => {
  const other = { ...sale, durum: 'İADE' }
  const [later, same] = [
    { ...sale, tarih: '2026-01-01' },
    { ...sale, belgeNo: 'F-2' },
  ]
  const between = { ...sale, tarih: '2025-12-31' }
  expect(salesOf({ hareket: [sale, other, later, same, between] })).toEqual([later, between, sale, same])
})

test.each([
  ['satış', 'SATIŞ'],
  [' Satis  ', 'SATIŞ'],
  ['SATIS', 'SATIŞ'],
  ['satış faturası', 'SATIŞ'],
  ['sale', 'SATIŞ'],
  ['iade', 'İADE'],
  ['servis', 'SERVİS'],
  ['satışa hazır', 'SATIŞA HAZIR'],
])('warrantyStatus of %s is %s', (written, status) => {
  expect(warrantyStatus(written)).toBe(status)
})

test.each([
  ['2024-01-15', 24, '2026-01-15'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2025-08-31', 6, '2026-02-28'],
  ['2025-12-05', 1, '2026-01-05'],
])('%s and %i months end on %s', (from, months, end) => {
  expect(warrantyEnd(from, months)).toBe(end)
})
