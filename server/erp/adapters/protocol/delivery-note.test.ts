import { describe, expect, test } from 'vitest'
import { mapRecord } from '#domain/erp/map-record.ts'
import type { ErpAdapter } from '#server/erp/adapters/adapter.ts'
import { logo } from '#server/erp/adapters/logo/logo.ts'
import { mikro } from '#server/erp/adapters/mikro/mikro.ts'
import { netsis } from '#server/erp/adapters/netsis/netsis.ts'
import { sql } from '#server/erp/adapters/sql/sql.ts'

const address = {
  name: 'Depo',
  recipient: 'Ayşe Kaya',
  phone: '0224 555 00 00',
  address: 'Ankara Yolu 3',
  district: 'Nilüfer',
  city: 'Bursa',
  postalCode: '16000',
  erpCode: 'D-1',
}

/** What an adapter writes of an order into one field of its head. */
function written({ template }: ErpAdapter, field: string, order: object): unknown {
  const expression = template.outbound?.order?.head[field]
  if (expression === undefined) throw new Error(`There is no field ${field}.`)
  const mapped = mapRecord(template, { fields: { [field]: expression }, place: 'outbound.order.head' }, { ...order })
  return mapped.state === 'row' ? mapped.row[field] : mapped
}

describe.each([
  ['Logo', logo, 'NOTES1'],
  ['Netsis', netsis, 'EKACK1'],
  ['Mikro', mikro, 'evrak_aciklama'],
  ['SQL', sql, 'note'],
] as const)('an order for %s', (_, adapter, field) => {
  test('has the address, the day and the carrier before the note', () => {
    const delivery = { address, requestedOn: '2026-12-01', partDelivery: true, carrier: 'yurtici' }
    expect(written(adapter, field, { note: 'Kapıda teslim', delivery })).toBe(
      'Ayşe Kaya, 0224 555 00 00, Ankara Yolu 3, Nilüfer, Bursa, 01.12.2026, yurtici, Kapıda teslim',
    )
  })

  test('says who pays the carrier', () => {
    const order = { note: 'Kapıda teslim', delivery: null }
    expect(written(adapter, field, { ...order, carrierPayer: 'recipient' })).toBe('Alıcı ödemeli, Kapıda teslim')
    expect(written(adapter, field, { ...order, carrierPayer: 'sender' })).toBe('Gönderici ödemeli, Kapıda teslim')
    expect(written(adapter, field, { ...order, carrierPayer: null })).toBe('Kapıda teslim')
  })

  test('has the note alone if the buyer wishes nothing', () => {
    const delivery = { address: null, requestedOn: null, partDelivery: true, carrier: null }
    expect(written(adapter, field, { note: 'Kapıda teslim', delivery })).toBe('Kapıda teslim')
    expect(written(adapter, field, { note: '', delivery })).toBeUndefined()
  })
})

test('Logo gets the code of the address, Mikro the day; without them neither field is sent', () => {
  const delivery = { address, requestedOn: '2026-12-01', partDelivery: true, carrier: null }
  expect(written(logo, 'SHIPLOC_CODE', { delivery })).toBe('D-1')
  expect(written(mikro, 'sip_teslim_tarih', { delivery })).toBe('01.12.2026')
  const none = { address: { ...address, erpCode: '' }, requestedOn: null, partDelivery: true, carrier: null }
  expect(written(logo, 'SHIPLOC_CODE', { delivery: none })).toBeUndefined()
  expect(written(mikro, 'sip_teslim_tarih', { delivery: none })).toBeUndefined()
})
