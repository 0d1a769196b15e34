import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { inspectBucket } from './inspect-bucket.ts'
import { s3Store } from './s3-store.ts'
import { addressIn } from './test-s3.ts'

type Bucket = { versioning: string; strangers: 'nothing' | 'files' | 'lists'; deniesVersioning?: boolean }

/** A service with one bucket that answers as `bucket` says; what has a signature may do everything else. */
async function inspect({ versioning, strangers, deniesVersioning = false }: Bucket) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://service')
    const isSigned = request.headers.authorization !== undefined
    requests.push(`${request.method} ${url.pathname.replace(/probe-\w+/, 'probe')}${isSigned ? ' signed' : ''}`)
    const send = (status: number, body = '') => void response.writeHead(status).end(body)
    const isList = url.searchParams.has('list-type')
    if (url.searchParams.has('versioning')) {
      return deniesVersioning
        ? send(403, '<Error><Code>AccessDenied</Code></Error>')
        : send(200, `<VersioningConfiguration>${versioning}</VersioningConfiguration>`)
    }
    if (!isSigned) return send((isList ? strangers === 'lists' : strangers === 'files') ? 200 : 403)
    send(request.method === 'DELETE' ? 204 : 200)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const address = addressIn(
      `s3://a:b@toptan/shop?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    )
    return { state: await inspectBucket(address, s3Store(address, '/nowhere')), requests }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test.each([
  ['a private one with versions', '<Status>Enabled</Status>', 'nothing', { isVersioned: true, isPublic: false }],
  ['one that never had versions', '', 'nothing', { isVersioned: false, isPublic: false }],
  ['one whose versions were stopped', '<Status>Suspended</Status>', 'nothing', { isVersioned: false, isPublic: false }],
  ['one whose files anybody reads', '', 'files', { isVersioned: false, isPublic: true }],
  ['one whose files anybody lists', '', 'lists', { isVersioned: false, isPublic: true }],
] as const)('recognizes %s', async (_name, versioning, strangers, expected) => {
  expect((await inspect({ versioning, strangers })).state).toEqual(expected)
})

test('leaves versions open if the keys may not ask, and its own file is removed', async () => {
  const { state, requests } = await inspect({ versioning: '', strangers: 'nothing', deniesVersioning: true })
  expect(state).toEqual({ isVersioned: null, isPublic: false })
  expect(requests).toContain('GET /toptan/shop/probe')
  expect(requests.at(-1)).toBe('DELETE /toptan/shop/probe signed')
})
