import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
let port: number
beforeAll(async () => {
  shop = await openTestShop()
  port = Number(new URL(await shop.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => shop.close())

/** Sends bytes as they are, and returns everything until the server closes the connection. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text.replaceAll('\n', '\r\n')))
    socket.on('data', (part) => (answer += part.toString('latin1')))
    socket.on('error', reject).on('close', () => resolve(answer))
  })
}

const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
const hidden = 'GET /healthz HTTP/1.1\nHost: shop\nConnection: close\n\n'

test.each([
  ['both lengths', 'Content-Length: 4\nTransfer-Encoding: chunked\n\n0\n\n'],
  ['two lengths', 'Content-Length: 4\nContent-Length: 6\n\nabcd'],
  ['a signed length', 'Content-Length: +4\n\nabcd'],
  ['an unknown transfer encoding', 'Transfer-Encoding: xchunked\n\n0\n\n'],
  ['an encoding after chunked', 'Transfer-Encoding: chunked, identity\n\n0\n\n'],
  ['a space before the colon', 'Transfer-Encoding : chunked\n\n0\n\n'],
  ['a folded header', 'Transfer-Encoding:\n chunked\nContent-Length: 4\n\n0\n\n'],
  ['a chunk size that is none', 'Transfer-Encoding: chunked\n\n0x5\nabcde\n0\n\n'],
])('a request with %s is refused, and what follows is no second request', async (_, rest) => {
  const answer = await exchange(`POST /api/account/login HTTP/1.1\nHost: shop\n${rest}${hidden}`)
  expect(statuses(answer)).toEqual(['400'])
})

test('TRACE is refused and returns nothing of the request', async () => {
  const answer = await exchange('TRACE /api/visitor HTTP/1.1\nHost: shop\nX-Secret: value\nConnection: close\n\n')
  expect(statuses(answer)[0]).toMatch(/^40[045]$/)
  expect(answer).not.toContain('value')
})

test('no other origin may read a response', async () => {
  const headers = { origin: 'https://evil.example.com', 'access-control-request-method': 'POST' }
  const guest = await shop.guest()
  for (const [method, url] of [
    ['GET', '/api/visitor'],
    ['GET', '/api/nothing'],
    ['OPTIONS', '/api/account/login'],
  ] as const) {
    const answer = await guest.send(method, url, { headers })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})
