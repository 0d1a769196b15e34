import { expect, test } from 'vitest'
import { ownOrigin } from './own-origin.ts'

const fallback = 'http://localhost:3000'
const publicUrls = ['https://bayi.example.com', 'https://toptan.example.com']

test.each(['https://bayi.example.com', 'https://toptan.example.com'])('keeps a configured origin (%s)', (origin) => {
  expect(ownOrigin(origin, { publicUrls, fallback, allowsLocal: false })).toBe(origin)
})

test.each(['https://kotu.example', 'https://bayi.example.com.kotu.example', 'http://bayi.example.com', 'null', ''])(
  'replaces any other origin by the first configured one (%j)',
  (origin) => {
    for (const allowsLocal of [false, true]) {
      expect(ownOrigin(origin, { publicUrls, fallback, allowsLocal })).toBe('https://bayi.example.com')
    }
  },
)

test.each(['http://127.0.0.1:3000', 'http://192.168.1.20:3000', 'http://[::1]:3000', 'http://ev.local:3000', fallback])(
  'keeps an address of this machine or its network in development only (%s)',
  (origin) => {
    expect(ownOrigin(origin, { publicUrls: [], fallback, allowsLocal: true })).toBe(origin)
    expect(ownOrigin(origin, { publicUrls, fallback, allowsLocal: false })).toBe('https://bayi.example.com')
  },
)

test.each(['http://8.8.8.8:3000', 'http://127.0.0.1.kotu.example', 'ftp://127.0.0.1', 'http://127.0.0.1/x'])(
  'does not take a public or malformed address for a local one (%s)',
  (origin) => {
    expect(ownOrigin(origin, { publicUrls: [], fallback, allowsLocal: true })).toBe(fallback)
  },
)
