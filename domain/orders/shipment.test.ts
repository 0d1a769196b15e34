import { expect, test } from 'vitest'
import { carriers, parcelCode, shipmentNumber, trackingLink } from './shipment.ts'

const shipment = { carrier: 'yurtici', trackingNo: '12 34/5', trackingUrl: '' }

test('A tracking number is linked on the page of its carrier, encoded', () => {
  expect(trackingLink(shipment)).toBe(
    'https://www.yurticikargo.com/tr/online-servisler/gonderi-sorgula?code=12%2034%2F5',
  )
})

test('Each link of a carrier is https and has the number', () => {
  const links = carriers.map((carrier) => trackingLink({ ...shipment, carrier, trackingNo: 'ABC1' }))
  expect(links.filter((link) => link !== null)).toHaveLength(8)
  for (const link of links) if (link !== null) expect(link).toMatch(/^https:\/\/[^{}]*ABC1$/)
})

test.each([
  ['another carrier', { ...shipment, carrier: 'Ambar Lojistik' }, null],
  ['a carrier without a page', { ...shipment, carrier: 'horoz' }, null],
  ['a name that every object has', { ...shipment, carrier: 'constructor' }, null],
  ['no number', { ...shipment, trackingNo: '' }, null],
  ['an address of its own', { ...shipment, trackingUrl: 'https://kargo.example/1' }, 'https://kargo.example/1'],
  ['an address that runs a script', { ...shipment, trackingUrl: 'javascript:alert(1)' }, null],
])('Where to follow a shipment with %s', (_name, given, link) => {
  expect(trackingLink(given)).toBe(link)
})

test('Numbers of shipments and parcels', () => {
  expect(parcelCode(shipmentNumber(2026, 42), 3)).toBe('SV2026000042-3')
})
