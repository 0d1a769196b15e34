import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FileStore, StorageError } from './file-store.ts'
import type { StorageOptions } from './s3-connection.ts'
import { s3Store } from './s3-store.ts'
import { addressIn, startTestS3, type TestS3 } from './test-s3.ts'

let s3: TestS3
const servers: Server[] = []
beforeEach(async () => {
  s3 = await startTestS3()
})
afterEach(async () => {
  await s3.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const timeouts = { connect: 300, silent: 300, whole: 2_000 }
const storeAt = (url: string, options: StorageOptions = {}) =>
  s3Store(addressIn(url), '/nowhere', { timeouts, ...options })

async function serve(answer: RequestListener): Promise<FileStore> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return storeAt(`s3://a:b@toptan?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

/** Every operation fails, and none reports a file as missing. */
async function expectFailures(store: FileStore): Promise<void> {
  const operations = [
    () => store.get('x'),
    () => store.head('x'),
    () => store.open('x'),
    () => store.put('x', Buffer.from('1')),
    () => store.remove('x'),
    () => store.list().next(),
  ]
  const results = await Promise.allSettled(operations.map((run) => run()))
  expect(results.map((result) => result.status === 'rejected' && result.reason instanceof StorageError)).toEqual(
    operations.map(() => true),
  )
}

test.each([
  ['a wrong key', (url: string) => url.replace('S3RVER:S3RVER', 'S3RVER:wrong')],
  ['an unknown key', (url: string) => url.replace('S3RVER:S3RVER', 'nobody:S3RVER')],
  ['a lost bucket', (url: string) => url.replace('@toptan', '@lost-bucket')],
  ['a server that is not there', (url: string) => url.replace(/:\d+$/, ':1')],
])('%s is a failure of the storage, never a missing file', async (_, change) => {
  await expectFailures(storeAt(change(s3.url)))
})

test('a silent server is given up after bounded attempts', async () => {
  await expectFailures(await serve(() => {}))
})

test('a server that stops in the middle of an answer is given up', async () => {
  const store = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100', 'last-modified': new Date().toUTCString() })
    response.write('only this')
  })
  await expect(store.get('x')).rejects.toThrow(StorageError)
})

test('a stream that stops or is cut off fails, however slowly it is read', async () => {
  for (const breaksOff of [false, true]) {
    const store = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100', 'last-modified': new Date().toUTCString() })
      response.write('only this')
      if (breaksOff) setImmediate(() => response.destroy())
    })
    const file = await store.open('x')
    await expect(file?.content.toArray()).rejects.toThrow(StorageError)
  }
})

test('an answer that is cut off is a failure, not a shorter file', async () => {
  const store = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100', 'last-modified': new Date().toUTCString() })
    response.write('only this')
    setImmediate(() => response.destroy())
  })
  await expect(store.get('x')).rejects.toThrow(StorageError)
})

test('a server that answers drop by drop is given up after the time for a whole request', async () => {
  const store = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100000', 'last-modified': new Date().toUTCString() })
    const timer = setInterval(() => response.write('x'), 50)
    response.once('close', () => clearInterval(timer))
  })
  await expect(store.get('x')).rejects.toThrow(StorageError)
})

test('a server that refuses for a moment is asked again', async () => {
  let requests = 0
  const store = await serve((_, response) => {
    requests += 1
    response.writeHead(requests === 1 ? 503 : 200, { 'content-length': '2' })
    response.end('ok')
  })
  expect((await store.get('x'))?.toString()).toBe('ok')
  expect(requests).toBe(2)
})

test('messages name the place and neither key', async () => {
  const outcomes: string[] = []
  const observe = (operation: string, outcome: string) => void outcomes.push(`${operation} ${outcome}`)
  const store = storeAt(s3.url.replace('S3RVER:S3RVER', 'S3RVER:verysecret'), { observe })
  const error = await store.get('x').catch((reason: unknown) => reason as Error)
  expect(String(error)).toContain('s3://toptan/shop')
  expect(String(error)).not.toContain('verysecret')
  const good = storeAt(s3.url, { observe })
  await good.get('missing')
  expect(outcomes).toEqual(['get failed', 'get ok'])
})
