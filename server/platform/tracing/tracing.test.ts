import { readdirSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#cli/root.ts'
import { outsideCall } from '#server/platform/http/outside-call.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { openTestShop } from '#testing/shop.ts'
import { openTracing } from './open-tracing.ts'

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

/** A collector on this machine, which also answers calls. */
async function startCollector() {
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (request.url === '/v1/traces') texts.push(Buffer.concat(parts).toString())
    response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    texts,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
    spans: () =>
      texts.flatMap((text) =>
        (JSON.parse(text) as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  }
}

const factOf = (span: Span | undefined, name: string) => {
  const value = span?.attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

test('requests, statements, jobs and calls are sent to the collector, without what people type', async () => {
  const collector = await startCollector()
  const tracing = await openTracing({ endpoint: collector.url, version: 'test', ratio: 1 })
  const shop = await openTestShop()
  try {
    const guest = await shop.guest()
    await guest.send('GET', '/api/catalog/products/search?q=gizli-arama')
    await guest.send('POST', '/api/account/login', { body: { username: 'ayse@example.com', password: 'gizli-parola' } })
    await outsideCall({ allowsLoopback: true })({ url: `${collector.url}/hooks/gizli-adres?k=1`, method: 'GET' })
    const jobs = await startJobs(shop.database, () => {})
    const ran = Promise.withResolvers<void>()
    await jobs.work('order-mail', async () => ran.resolve())
    await enqueue(shop.database.pool, 'order-mail', { note: 'gizli-not' })
    await ran.promise
    await jobs.close()
  } finally {
    await shop.close()
    await tracing.close()
    await collector.close()
  }
  const spans = collector.spans()
  const search = spans.find(({ name }) => name === 'GET /api/catalog/products/*')
  expect(factOf(search, 'http.route')).toBe('/api/catalog/products/*')
  expect(factOf(search, 'http.response.status_code')).toBe(200)
  const login = spans.find(({ name }) => name === 'POST /api/account/login')
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === login?.spanId)
  expect(statements.map((span) => factOf(span, 'db.query.text'))).toContainEqual(expect.stringContaining('FROM users'))
  expect(spans.map(({ name }) => name)).toContain('job order-mail')
  expect(
    factOf(
      spans.find(({ name }) => name === 'call 127.0.0.1'),
      'server.address',
    ),
  ).toBe('127.0.0.1')
  expect(collector.texts.join('')).not.toMatch(/gizli|ayse@/)
})

test('a collector that is lost fails no request and delays no end', async () => {
  const tracing = await openTracing({ endpoint: 'http://127.0.0.1:1', version: 'test', ratio: 1 })
  const shop = await openTestShop()
  expect((await (await shop.guest()).send('GET', '/api/visitor')).status).toBe(200)
  await shop.close()
  await tracing.close()
})

test('only openTracing loads the packages of OpenTelemetry', () => {
  const files = ['server', 'cli', 'domain', 'contract', 'db', 'demo'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(folder, file)),
  )
  const loading = files.filter((file) =>
    /^import (?!type ).*@opentelemetry|import\('@opentelemetry/m.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(loading).toEqual([join('server', 'platform', 'tracing', 'open-tracing.ts')])
})
