import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientAddress, isInNetworks, networkOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000:ffff::9', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['[2001:db8:0:1::1]:443', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
  ['', ''],
  [undefined, ''],
])('limits count %j as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('all addresses of a /64 are one network, and neighbours are another', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  const prefix = fc.array(group, { minLength: 4, maxLength: 4 })
  const rest = fc.ipV6().map((address) => address.split('%')[0] ?? '')
  fc.assert(
    fc.property(prefix, group, group, group, rest, (prefix, a, b, c, other) => {
      const start = [0x2001, ...prefix.slice(1)].map((part) => part.toString(16)).join(':')
      const network = networkOf(`${start}:${a.toString(16)}:${b.toString(16)}:${c.toString(16)}:1`)
      expect(network).toBe(networkOf(`${start}:ffff:0:0:9`))
      expect(network).toBe(`${start}::/64`)
      expect(networkOf(other)).toMatch(/^(?:[\da-f]{1,4}:){4}:\/64$|^\d+\.\d+\.\d+\.\d+$/)
    }),
  )
})

test('an address keeps its own form except for ports, zones and mapped IPv4', () => {
  expect(['2001:db8::7', '::1', '192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1:80'].map(clientAddress)).toEqual([
    '2001:db8::7',
    '::1',
    '192.0.2.1',
    '192.0.2.1',
    '192.0.2.1',
  ])
})

test.each([
  ['127.0.0.1', true],
  ['::ffff:127.0.0.1', true],
  ['10.1.255.9', true],
  ['10.2.0.1', false],
  ['2001:db8::7', true],
  ['2001:db9::7', false],
  ['unknown', false],
])('%s is in the networks: %s', (address, isIn) => {
  expect(isInNetworks(['127.0.0.1', '10.1.0.0/16', '2001:db8::/32'])(address)).toBe(isIn)
})
