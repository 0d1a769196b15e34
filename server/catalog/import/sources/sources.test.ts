import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countUnreadable } from '#server/platform/http/encrypted.ts'
import type { ListedSource, SourceValues } from '#contract/admin/imports/import-sources.ts'
import { codeOf, testSecret } from '#testing/shop.ts'
import { outsideDownload } from '#server/platform/http/outside-download.ts'
import { feed, record, TestImports } from '#server/catalog/import/runs/test-imports.ts'
import { endLostRuns, purgeSourceRuns } from './purge-runs.ts'
import { runSource, type SourceJobData, startDueSources } from './run-source.ts'
import { sendSourceMail } from './source-email.ts'
import { resealSourcePasswords, sealedSourcePasswords } from './source-passwords.ts'

const newSecret = 'another secret of at least thirty-two letters'
let imports: TestImports
let server: Server
let url: string
let answer: RequestListener
let sent: Record<string, unknown>[]

beforeAll(async () => {
  imports = await TestImports.open()
  server = createServer((request, response) => {
    sent.push({ ...request.headers, url: request.url })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/urunler.xml`
})
beforeEach(async () => {
  sent = []
  await imports.pool.execute('DELETE FROM import_sources')
  await imports.reset()
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await imports.close()
})

const values: SourceValues = {
  ...{ name: 'Tedarikçi', url: '', username: '', schedule: '', removesMissing: false, brakePercent: '10', profile: '' },
}
const path = '/yonetim/import-sources'
type List = { items: ListedSource[] }

async function add(part: Partial<SourceValues> = {}, password: string | null = null): Promise<ListedSource> {
  const { body } = await imports.post(path, { values: { ...values, url, ...part }, password })
  const { items } = body as List
  return items.find(({ name }) => name === (part.name ?? values.name)) ?? expect.fail(JSON.stringify(body))
}

async function find(id: number): Promise<ListedSource> {
  const { items } = (await imports.staff.send('GET', path)).body as List
  return items.find((source) => source.id === id) ?? expect.fail('no source')
}

const deps = (secret = testSecret) => ({
  pool: imports.pool,
  folder: imports.files(),
  secret,
  download: outsideDownload({ maxBytes: 1_000_000, allowsLoopback: true, idleTimeout: 500 }),
  warn: (error: Error) => expect.fail(error.message),
  waitStep: 10,
  waitMax: 100,
})

/** Runs the enqueued runs like the job queue. */
async function work(secret = testSecret): Promise<void> {
  const rows = await imports.pool.query<{ data: SourceJobData }>(
    "DELETE FROM outbox WHERE name = 'import-source' RETURNING data",
  )
  for (const { data } of rows) await runSource(deps(secret), data)
}

async function fetchNow({ id }: { id: number }): Promise<ListedSource> {
  expect(await imports.post(`${path}/${id}/run`)).toMatchObject({ status: 200 })
  await work()
  return find(id)
}

const serve = (...codes: string[]) => {
  answer = (_, response) => response.end(feed(...codes.map((code) => record(code, '10,00'))))
}
const onSale = async () =>
  (await imports.pool.query<{ code: string }>('SELECT code FROM products WHERE is_active ORDER BY code')).map(
    ({ code }) => code,
  )
/** The emails that wait to be sent. */
const mails = async () => {
  const texts: string[] = []
  const mailer = { send: (mail: { subject: string; text: string }) => void texts.push(`${mail.subject}\n${mail.text}`) }
  const rows = await imports.pool.query<{ data: object }>(
    "DELETE FROM outbox WHERE name = 'import-source-mail' RETURNING data",
  )
  await imports.pool.execute(
    `INSERT INTO settings (key, value) VALUES ('storeEmail', '"magaza@example.com"') ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  )
  for (const { data } of rows) {
    await sendSourceMail(
      { pool: imports.pool, mailer: mailer as never, publicUrl: 'https://shop.example' },
      data,
      'key',
    )
  }
  return texts
}

/** Applies the first import of a source, answering what it asks. */
async function confirmFirst(source: ListedSource): Promise<void> {
  const { lastRun } = await fetchNow(source)
  const id = lastRun?.importId ?? 0
  await imports.preview(id)
  expect(await imports.apply(id)).toMatchObject({ state: 'applied' })
}

describe('a run', () => {
  test('reads its file with the profile of the source, until an import with other answers is applied', async () => {
    const row = await imports.pool.one<{ id: number }>(
      `INSERT INTO import_profiles (kind, name, shape, options, created_by)
       SELECT 'products', 'Tedarikçi', '{}', '{"prices": "net", "inStock": "7"}', min(id) FROM users WHERE role = 'admin'
       RETURNING id`,
    )
    const profile = String(row?.id)
    serve('A')
    const source = await add({ profile })
    const first = await fetchNow(source)
    expect(first).toMatchObject({ profile, lastRun: { outcome: 'waiting', reason: expect.any(String) } })
    const id = first.lastRun?.importId ?? 0
    expect(await imports.state(id)).toMatchObject({ options: { prices: 'net', inStock: '7' }, questions: [] })
    await imports.apply(id)
    await imports.pool.execute(`UPDATE import_profiles SET options = '{"prices": "gross", "inStock": "7"}'`)
    serve('A', 'B')
    const second = await fetchNow(source)
    expect(second).toMatchObject({ profile, lastRun: { outcome: 'applied' } })
    expect(await imports.state(second.lastRun?.importId ?? 0)).toMatchObject({ options: { prices: 'gross' } })
    await imports.pool.execute('UPDATE import_sources SET is_confirmed = false')
    serve('A', 'B', 'C')
    const third = (await fetchNow(source)).lastRun?.importId ?? 0
    await imports.preview(third, { prices: 'net' })
    await imports.apply(third)
    expect(await find(source.id)).toMatchObject({ profile: '' })
    expect(
      await imports.post(path, { values: { ...values, name: 'X', url, profile: '999999' }, password: null }),
    ).toMatchObject({
      status: 422,
    })
    await imports.pool.execute('DELETE FROM import_profiles')
  })

  test('waits the first time, then applies files without a look, with the options of the first', async () => {
    serve('A', 'B')
    const source = await add()
    expect((await fetchNow(source)).lastRun).toMatchObject({ outcome: 'waiting', importState: 'ready', created: 2 })
    expect(await onSale()).toEqual([])
    expect(await mails()).toEqual([expect.stringContaining('Aktarım onayınızı bekliyor: Tedarikçi')])
    await confirmFirst(source)
    expect(await onSale()).toEqual(['A', 'B'])
    serve('A', 'B', 'C')
    const after = await fetchNow(source)
    expect(after).toMatchObject({ isConfirmed: true, products: 3 })
    expect(after.lastRun).toMatchObject({ outcome: 'applied', importState: 'applied', created: 1, updated: 0 })
    expect(await onSale()).toEqual(['A', 'B', 'C'])
    // The answer of the administrator, not another question.
    expect(await imports.state(after.lastRun?.importId ?? 0)).toMatchObject({ options: { prices: 'net' } })
  })

  test('applies a file that changes nothing but the address of a picture', async () => {
    const picture = (path: string) => `<Resim>http://192.0.2.1/${path}</Resim>`
    answer = (_, response) => response.end(feed(record('A', '10,00', picture('a.jpg'))))
    const source = await add()
    await confirmFirst(source)
    answer = (_, response) => response.end(feed(record('A', '10,00', picture('b.jpg'))))
    expect((await fetchNow(source)).lastRun).toMatchObject({ outcome: 'applied', created: 0, updated: 0 })
    expect(
      await imports.pool.query(
        'SELECT a.url FROM product_picture_addresses o JOIN picture_addresses a ON a.id = o.address_id WHERE NOT o.is_dropped',
      ),
    ).toEqual([{ url: 'http://192.0.2.1/b.jpg' }])
  })

  test('does nothing when the file is the same, by its marks or by its content', async () => {
    serve('A')
    const source = await add()
    await confirmFirst(source)
    expect((await fetchNow(source)).lastRun).toMatchObject({ outcome: 'unchanged', importId: null })
    answer = (_, response) =>
      response.setHeader('etag', '"7"').end(`${feed(record('A', '10,00'))}<!-- another byte -->`)
    expect((await fetchNow(source)).lastRun).toMatchObject({ outcome: 'unchanged', importId: null })
    answer = (_, response) => response.writeHead(304).end()
    expect((await fetchNow(source)).lastRun).toMatchObject({ outcome: 'unchanged' })
    expect(sent.at(-1)).toMatchObject({ 'if-none-match': '"7"' })
    expect(await imports.pool.query('SELECT FROM imports')).toHaveLength(1)
  })

  test.each<[string, RequestListener, string]>([
    ['a missing file', (_, response) => response.writeHead(404).end(), 'HTTP 404'],
    ['a page', (_, response) => response.end('<!DOCTYPE html><title>Giriş</title>'), 'web sayfası'],
    ['an empty file', (_, response) => response.end(), 'boş'],
    ['a connection that ends', (_, response) => response.destroy(), 'bağlanılamadı'],
    ['an answer that stops', (_, response) => response.write('kod'), 'zamanında'],
    ['a file that is too large', (_, response) => response.end('0'.repeat(2_000_000)), 'büyük'],
    ['no table', (_, response) => response.end('merhaba'), 'numaralı aktarımda'],
  ])('fails with a sentence about %s, and reports it once by email', async (_, listener, sentence) => {
    answer = listener
    const source = await add()
    for (let i = 0; i < 2; i++) {
      expect((await fetchNow(source)).lastRun).toMatchObject({
        outcome: 'failed',
        reason: expect.stringContaining(sentence),
      })
    }
    const texts = await mails()
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain(sentence)
  })

  test('fails with a sentence about a certificate that is not valid', async () => {
    // The server has none.
    const source = await add({ url: url.replace('http:', 'https:') })
    expect((await fetchNow(source)).lastRun).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('sertifikası'),
    })
  })

  test('sends the password to its host; it is encrypted, survives a rotation and is not sent to another host', async () => {
    serve('A')
    const source = await add({ username: 'bayi' }, 'gizli')
    expect(source.hasPassword).toBe(true)
    const stored = 'SELECT password FROM import_sources'
    const before = await imports.pool.one<{ password: Buffer }>(stored)
    expect(before?.password.includes('gizli')).toBe(false)
    await imports.post(`${path}/${source.id}/run`)
    await work(newSecret)
    expect((await find(source.id)).lastRun).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('şifre'),
    })
    await resealSourcePasswords(imports.pool, [newSecret, testSecret])
    expect(await countUnreadable(newSecret, await sealedSourcePasswords(imports.pool))).toBe(0)
    expect(await countUnreadable(testSecret, await sealedSourcePasswords(imports.pool))).toBeGreaterThan(0)
    expect(await imports.pool.one(stored)).not.toEqual(before)
    await imports.post(`${path}/${source.id}/run`)
    await work(newSecret)
    expect(sent.at(-1)).toMatchObject({ authorization: `Basic ${Buffer.from('bayi:gizli').toString('base64')}` })
    const current = { ...values, url, username: 'bayi' }
    const elsewhere = { ...current, url: 'https://example.com/urunler.xml' }
    await imports.staff.send('PATCH', `${path}/${source.id}`, {
      body: { before: current, values: elsewhere, password: null },
    })
    expect(await find(source.id)).toMatchObject({ hasPassword: false, isConfirmed: false })
  })

  test('waits while another import runs, and goes on where a dying process left it', async () => {
    serve('A')
    const source = await add()
    await confirmFirst(source)
    serve('A', 'B')
    await imports.pool.execute(
      `INSERT INTO imports (created_by, asked_by, files, options, state)
       SELECT created_by, created_by, '[]', options, 'previewing' FROM import_sources`,
    )
    await imports.post(`${path}/${source.id}/run`)
    await expect(work()).rejects.toThrow('Another import has been running')
    expect((await find(source.id)).lastRun).toMatchObject({ outcome: null, importState: 'uploading' })
    expect(codeOf(await imports.post(`${path}/${source.id}/run`))).toBe('import_source_running')
    await imports.pool.execute(`DELETE FROM imports WHERE state = 'previewing'`)
    const requests = sent.length
    const run = await imports.pool.one<{ id: number }>('SELECT id FROM import_source_runs WHERE ended_at IS NULL')
    await runSource(deps(), { runId: run?.id ?? 0 })
    expect((await find(source.id)).lastRun).toMatchObject({ outcome: 'applied' })
    expect(sent).toHaveLength(requests)
    await runSource(deps(), { runId: run?.id ?? 0 })
    expect(await onSale()).toEqual(['A', 'B'])
  })
})

describe('products that are no longer in the file', () => {
  const codes = (n: number) => Array.from({ length: n }, (_, i) => `P${String(i).padStart(2, '0')}`)

  test('go off sale, come back with the file, and are restored by undoing, which pauses the source', async () => {
    serve(...codes(20))
    const source = await add({ removesMissing: true, schedule: '1h' })
    await confirmFirst(source)
    serve(...codes(19))
    const { lastRun } = await fetchNow(source)
    expect(lastRun).toMatchObject({ outcome: 'applied', updated: 1, offSale: 1 })
    expect(await onSale()).toEqual(codes(19))
    expect(await imports.changes(lastRun?.importId ?? 0, 'changed')).toMatchObject([{ code: 'P19' }])
    serve(...codes(20))
    await fetchNow(source)
    expect(await onSale()).toEqual(codes(20))
    serve(...codes(19))
    const again = await fetchNow(source)
    expect(await onSale()).toEqual(codes(19))
    expect(await imports.undo(again.lastRun?.importId ?? 0)).toMatchObject({ state: 'undone', undo: { restored: 1 } })
    expect(await onSale()).toEqual(codes(20))
    expect(await find(source.id)).toMatchObject({ isActive: false, nextRunAt: null })
  })

  test('wait for a confirmation when they are more than the brake allows', async () => {
    serve(...codes(10))
    const source = await add({ removesMissing: true })
    await confirmFirst(source)
    serve(...codes(8))
    const { lastRun } = await fetchNow(source)
    expect(lastRun).toMatchObject({ outcome: 'waiting', reason: '10 üründen 2 tanesi dosyada yok; sınır %10.' })
    expect(await onSale()).toEqual(codes(10))
    expect(await imports.apply(lastRun?.importId ?? 0)).toMatchObject({ state: 'applied' })
    expect(await onSale()).toEqual(codes(8))
  })

  test('stay on sale if their row was rejected, another source has them, or the source never had them', async () => {
    await imports.stock()
    serve(...codes(20))
    const source = await add({ removesMissing: true })
    await confirmFirst(source)
    const other = await add({ name: 'Öteki' })
    serve('P19')
    await confirmFirst(other)
    answer = (_, response) =>
      response.end(feed(...codes(18).map((code) => record(code, '10,00')), record('P18', 'pahalı')))
    const { lastRun } = await fetchNow(source)
    // The import is kept for its rejected row.
    expect(lastRun).toMatchObject({ outcome: 'unchanged', importState: 'ready', offSale: 0 })
    expect(await onSale()).toEqual(['A', 'B', ...codes(20)])
  })
})

describe('the schedule', () => {
  test('starts due sources once and sets the next time in Turkey', async () => {
    serve('A')
    const daily = await add({ name: 'Günlük', schedule: '06:30' })
    const hourly = await add({ name: 'Saatlik', schedule: '4h' })
    const manual = await add({ name: 'Elle' })
    expect(new Date(daily.nextRunAt ?? '').toLocaleTimeString('tr', { timeZone: 'Europe/Istanbul' })).toBe('06:30:00')
    expect(manual.nextRunAt).toBeNull()
    await startDueSources(imports.pool)
    const started = async () => imports.pool.query('SELECT source_id FROM import_source_runs ORDER BY source_id')
    expect(await started()).toEqual([])
    await imports.pool.execute(`UPDATE import_sources SET next_run_at = now() - interval '1 minute' WHERE id <> $1`, [
      manual.id,
    ])
    await Promise.all([startDueSources(imports.pool), startDueSources(imports.pool)])
    expect(await started()).toEqual([{ source_id: daily.id }, { source_id: hourly.id }])
    const hours = (new Date((await find(hourly.id)).nextRunAt ?? '').getTime() - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(4)
  })

  test('skips paused sources', async () => {
    const source = await add({ schedule: '1h' })
    await imports.post(`${path}/${source.id}/state`, { isActive: false })
    expect(await find(source.id)).toMatchObject({ isActive: false, nextRunAt: null })
    await imports.post(`${path}/${source.id}/state`, { isActive: true })
    expect((await find(source.id)).nextRunAt).not.toBeNull()
  })
})

describe('the history', () => {
  test('loses runs that ended more than a year ago, but not the last one of a source', async () => {
    const source = await add()
    const other = await add({ name: 'Başka' })
    await imports.pool.execute(
      `INSERT INTO import_source_runs (source_id, started_at, ended_at, outcome)
       SELECT source, at, at, 'unchanged' FROM unnest($1::integer[], $2::integer[]) WITH ORDINALITY AS n (source, days, place),
              LATERAL (SELECT now() - make_interval(days => days) AS at) t ORDER BY place`,
      [
        [source.id, source.id, source.id, other.id, other.id],
        [400, 366, 364, 800, 700],
      ],
    )
    await purgeSourceRuns(imports.pool)
    const days = await imports.pool.query(
      `SELECT source_id, extract(day FROM now() - ended_at)::integer AS days FROM import_source_runs ORDER BY id`,
    )
    expect(days).toEqual([
      { source_id: source.id, days: 364 },
      { source_id: other.id, days: 700 },
    ])
    expect((await find(other.id)).lastRun).toMatchObject({ outcome: 'unchanged' })
  })

  test('shows a run that did not end within two days as interrupted; the next one can start', async () => {
    serve('A')
    const source = await add()
    await imports.pool.execute(
      "INSERT INTO import_source_runs (source_id, started_at) VALUES ($1, now() - interval '49 hours')",
      [source.id],
    )
    expect(codeOf(await imports.post(`${path}/${source.id}/run`))).toBe('import_source_running')
    await endLostRuns(imports.pool)
    expect((await find(source.id)).lastRun).toMatchObject({ outcome: 'failed' })
    expect((await fetchNow(source)).lastRun).toMatchObject({ outcome: 'waiting' })
  })
})

describe('the form', () => {
  test.each<[string, Partial<SourceValues>]>([
    ['name', { name: ' ' }],
    ['name', { name: 'TEDARİKÇİ' }],
    ['url', { url: 'urunler.xml' }],
    ['url', { url: 'ftp://example.com/a' }],
    ['url', { url: 'https://bayi:gizli@example.com/a' }],
    ['username', { username: 'a:b' }],
    ['schedule', { schedule: '25:00' }],
    ['schedule', { schedule: '3h' }],
    ['brakePercent', { brakePercent: '0' }],
    ['brakePercent', { brakePercent: '12,5' }],
  ])('names the invalid field %s: %j', async (field, part) => {
    await add()
    const { status, body } = await imports.post(path, {
      values: { ...values, name: 'Başka', url: 'https://example.com/a', ...part },
      password: null,
    })
    expect({ status, fields: Object.keys((body as { error: { fields: object } }).error.fields) }).toEqual({
      status: 422,
      fields: [field],
    })
  })

  test('refuses what another administrator changed meanwhile', async () => {
    const source = await add()
    const before = { ...values, url }
    const change = (schedule: string) =>
      imports.staff.send('PATCH', `${path}/${source.id}`, {
        body: { before, values: { ...before, schedule }, password: null },
      })
    expect(await change('1h')).toMatchObject({ status: 200 })
    expect(codeOf(await change('2h'))).toBe('import_source_changed')
  })

  test('deletes a source with its history; its products stay', async () => {
    serve('A')
    const source = await add()
    await confirmFirst(source)
    expect(await imports.staff.send('DELETE', `${path}/${source.id}`)).toMatchObject({
      status: 200,
      body: { items: [] },
    })
    expect(await onSale()).toEqual(['A'])
    expect((await imports.staff.send('GET', `${path}/${source.id}/runs`)).status).toBe(404)
  })
})
