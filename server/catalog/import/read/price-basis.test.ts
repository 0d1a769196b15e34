import { expect, test } from 'vitest'
import { basisOfKind, basisOfName, readBasisWord, splitBasis } from './price-basis.ts'
import { readHeader } from './header.ts'

test.each([
  ['Satış Fiyatı (KDV Dahil)', { basis: 'gross', rest: 'satisfiyati' }],
  ['SatisFiyatiKDVDahil', { basis: 'gross', rest: 'satisfiyati' }],
  ['Fiyat (KDV Hariç)', { basis: 'net', rest: 'fiyat' }],
  ['Fiyat + KDV', { basis: 'net', rest: 'fiyat' }],
  ['KDV’siz Liste Fiyatı', { basis: 'net', rest: 'listefiyati' }],
  ['price_incl_tax', { basis: 'gross', rest: 'price' }],
  ['Price (excl. VAT)', { basis: 'net', rest: 'price' }],
  ['KDVDahil', { basis: 'gross', rest: '' }],
  ['KDV Dahil mi?', { basis: 'gross', rest: '' }],
  ['KDV Dahil/Hariç', { basis: 'gross', rest: '' }],
  ['VAT_INCLUDED', { basis: 'gross', rest: '' }],
  ['INCVAT', { basis: 'gross', rest: '' }],
  ['KDV', undefined],
  ['KDV Oranı', undefined],
  ['Net Fiyat', undefined],
  ['Brüt Fiyat', undefined],
])('the column %s says %j about VAT', (column, found) => {
  expect(basisOfName(column)).toEqual(found)
})

test.each([
  ['120,00 TL + KDV', { text: '120,00 TL', basis: 'net' }],
  ['120 TL +KDV', { text: '120 TL', basis: 'net' }],
  ['1.200,00 (KDV Dahil)', { text: '1.200,00', basis: 'gross' }],
  ['₺12,50 KDV hariç', { text: '₺12,50', basis: 'net' }],
  ['KDV DAHİL 99,90', { text: '99,90', basis: 'gross' }],
  ['99,90', { text: '99,90' }],
  ['TL', { text: 'TL' }],
])('the cell %s is %j', (text, found) => {
  expect(splitBasis(text)).toEqual(found)
})

test.each([
  ['1', false, 'gross'],
  ['Evet', false, 'gross'],
  ['Hariç', false, 'net'],
  ['false', false, 'net'],
  ['1', true, 'net'],
  ['Hayır', true, 'gross'],
  ['Hariç', true, 'net'],
  ['Dahil', true, 'gross'],
  ['120,00', false, undefined],
])('%s (column of "without VAT": %j) is %s', (word, isInverted, basis) => {
  expect(readBasisWord(word, { isInverted })).toBe(basis)
})

test('a column "KDV Dahil" is a yes/no column or a price, depending on its values', () => {
  const columns = ['Kod', 'Fiyat', 'KDV Dahil']
  const flags = readHeader(columns, undefined, undefined, [
    ['A', '10', 'Evet'],
    ['B', '12', ''],
    ['C', '9', 'Hayır'],
  ])
  expect(flags.basisColumn).toEqual({ index: 2, isInverted: false })
  expect(flags.fields.get('price')).toBe(1)
  const prices = readHeader(['Kod', 'KDV Dahil'], undefined, undefined, [['A', '12,00']])
  expect(prices.fields.get('price')).toBe(1)
  expect(prices.bases.get('price')).toBe('gross')
})

test('of one price with and without VAT, the column without is used, wherever it is', () => {
  for (const columns of [
    ['Fiyat (KDV Dahil)', 'Fiyat (KDV Hariç)'],
    ['Fiyat (KDV Hariç)', 'Fiyat (KDV Dahil)'],
  ]) {
    const header = readHeader(columns)
    expect(header.bases.get('price')).toBe('net')
    expect(columns[header.fields.get('price') ?? -1]).toBe('Fiyat (KDV Hariç)')
    expect(header.sameWithTax).toEqual(['Fiyat (KDV Dahil)'])
    expect(header.repeated).toEqual([])
  }
})

test('feeds of Google and of marketplaces have prices with VAT', () => {
  expect(basisOfKind(['g:id', 'g:price'])).toBe('gross')
  expect(basisOfKind(['id', 'title', 'link', 'image_link', 'availability', 'price'])).toBe('gross')
  expect(basisOfKind(['Satıcı Stok Kodu', 'Hepsiburada SKU', 'Fiyat'])).toBe('gross')
  expect(basisOfKind(['Stok Kodu', 'Fiyat'])).toBeUndefined()
})
