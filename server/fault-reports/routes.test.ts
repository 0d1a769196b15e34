import { describe, expect, test } from 'vitest'
import type { FaultReport } from '#contract/shop/fault-reports.ts'
import { addProduct } from '#testing/store-rows.ts'
import { codeOf } from '#testing/shop.ts'
import {
  admin,
  all,
  change,
  dealer,
  detail,
  sentEmails,
  list,
  other,
  people,
  photo,
  product,
  type Report,
  reported,
  send,
  shop,
  useTestReports,
} from './test-reports.ts'

useTestReports()

describe('sending a fault report', () => {
  test('assigns a number, stores the input, and sends the store one email', async () => {
    const photos = [await photo(), await photo()]
    const reportNo = await reported({ photos: photos.toReversed() })
    expect(reportNo).toMatch(/^A\d{4}\d{6}$/)
    const { body } = await dealer.send('GET', `/api/catalog/fault-reports/${reportNo}`)
    expect(body).toMatchObject({
      reportNo,
      state: 'new',
      productCode: product.code,
      serialNo: 'SN-İ 1',
      description: 'Motor çalışmıyor',
      contactName: 'Çiğdem Işık',
      note: '',
      photoCount: 2,
      events: [{ state: 'new', note: '' }],
    })
    expect((body as FaultReport).photos.map(({ file }) => file)).toEqual(photos.toReversed())
    const [email, ...more] = await sentEmails()
    expect(more).toEqual([])
    expect(email).toMatchObject({ to: 'satis@toptan.example', replyTo: 'cigdem@ornek.com.tr' })
    expect(email?.subject).toContain(reportNo)
    expect(email?.text).toContain('Motor çalışmıyor')
  })

  test('accepts a code in lower case, and a product off sale that the dealer ordered before', async () => {
    await reported({ productCode: product.code.toLowerCase() })
    const { pool } = shop.database
    const gone = await addProduct(pool)
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [gone.id])
    expect(codeOf(await send({ productCode: gone.code }))).toBe('fault_product_unknown')
    await pool.execute(
      `WITH placed AS (
         INSERT INTO orders (order_no, dealer_id, user_id, description, currency, rates, subtotal, tax, total, total_try)
         VALUES ('S2020000009', $1, $2, '-', 'TRY', '{"TRY": "1"}', 1, 0, 1, 1) RETURNING id)
       INSERT INTO order_lines (order_id, line_no, product_id, code, name, unit, multiplier, quantity, price_value,
                                price_currency, tax_rate, amount)
       SELECT id, 1, $3, $4, 'Eski', 'ADET', 1, 1, 1, 'TRY', 0, 1 FROM placed`,
      [people.dealer.dealer?.id, people.dealer.userId, gone.id, gone.code],
    )
    const reportNo = await reported({ productCode: gone.code })
    expect((await list()).items[0]).toMatchObject({ reportNo, productName: 'Eski' })
    expect(codeOf(await send({ productCode: gone.code }, other))).toBe('fault_product_unknown')
    await pool.execute("DELETE FROM orders WHERE order_no = 'S2020000009'")
  })

  const wrong: [Partial<Record<keyof Report, unknown>>, string, string][] = [
    [{ productCode: 'YOK-BÖYLE' }, 'fault_product_unknown', 'productCode'],
    [{ productCode: '' }, 'validation_failed', 'productCode'],
    [{ productCode: ['P1'] }, 'validation_failed', 'productCode'],
    [{ serialNo: '9'.repeat(10_000) }, 'validation_failed', 'serialNo'],
    [{ description: 'Bozuk' }, 'validation_failed', 'description'],
    [{ description: ' '.repeat(20) }, 'validation_failed', 'description'],
    [{ description: 'x'.repeat(10_000) }, 'validation_failed', 'description'],
    [{ contactName: '\0\0\0' }, 'validation_failed', 'contactName'],
    [{ contactPhone: '', contactEmail: '' }, 'validation_failed', 'contactPhone'],
    [{ contactPhone: '12' }, 'validation_failed', 'contactPhone'],
    [{ contactEmail: 'a@b.tr\r\nBcc: x@y.tr' }, 'validation_failed', 'contactEmail'],
    [{ photos: ['../../etc/passwd'] }, 'validation_failed', 'photos.0'],
    [{ photos: Array.from({ length: 6 }, (_, i) => String(i).repeat(32)) }, 'validation_failed', 'photos'],
    [{ photos: ['a'.repeat(32), 'a'.repeat(32)] }, 'validation_failed', 'photos'],
    [{ photos: 'a' }, 'validation_failed', 'photos'],
  ]
  test.each(wrong)('rejects %j with %s for %s', async (change, code, field) => {
    const answer = await send(change)
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 422, code })
    expect(Object.keys((answer.body as { error: { fields?: object } }).error.fields ?? {})).toContain(field)
    expect((await list()).total).toBe(0)
  })

  test('rejects photos of another user and photos used twice, and stores nothing then', async () => {
    const ownPhoto = await photo()
    const foreignPhoto = await photo(other)
    expect(codeOf(await send({ photos: [ownPhoto, foreignPhoto] }))).toBe('photo_missing')
    expect(codeOf(await send({ photos: [ownPhoto, 'a'.repeat(32)] }))).toBe('photo_missing')
    expect((await list()).total).toBe(0)
    await reported({ photos: [ownPhoto] })
    expect(codeOf(await send({ photos: [ownPhoto] }))).toBe('photo_missing')
    expect((await list()).total).toBe(1)
    expect(await sentEmails()).toHaveLength(1)
  })

  test('creates one report per key, however many requests arrive at once, and rejects another body', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({}, dealer, 'anahtar-0001')))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await list()).total).toBe(1)
    expect(await sentEmails()).toHaveLength(1)
    expect(codeOf(await send({ serialNo: 'B' }, dealer, 'anahtar-0001'))).toBe('idempotency_mismatch')
    expect((await send({}, dealer, 'kısa')).status).toBe(400)
  })

  test('returns in_progress while the same report, sent before, still holds its key', async () => {
    const { pool } = shop.database
    const key = 'anahtar-0002'
    await pool.execute(`CREATE FUNCTION wait_briefly() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM set_config('lock_timeout', '50ms', true); RETURN NEW; END $$`)
    await pool.execute(
      'CREATE TRIGGER wait_briefly BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION wait_briefly()',
    )
    await pool.withClient(async (first) => {
      await first.query('BEGIN')
      const claim = 'INSERT INTO idempotency_keys (user_id, key, request_hash) VALUES ($1, $2, $3)'
      await first.query(claim, [people.dealer.userId, key, Buffer.alloc(32)])
      const second = await send({}, dealer, key)
      await first.query('ROLLBACK')
      expect({ status: second.status, code: codeOf(second) }).toEqual({ status: 409, code: 'in_progress' })
    })
    await pool.execute('DROP FUNCTION wait_briefly CASCADE')
    expect((await list()).total).toBe(0)
    expect((await send({}, dealer, key)).status).toBe(200)
  })

  test('treats markup as text everywhere', async () => {
    const markup = '<img src=x onerror=alert(1)>"</td>'
    const reportNo = await reported({ description: markup, contactName: markup, serialNo: markup })
    const { body } = await dealer.send('GET', `/api/catalog/fault-reports/${reportNo}`)
    expect(body).toMatchObject({ description: markup, contactName: markup })
    const [email] = await sentEmails()
    expect(email?.html).not.toContain('<img src=x')
    expect(email?.html).toContain('&lt;img src=x')
  })

  test.each([
    ['hour', 30, 0],
    ['day', 100, 2],
  ])('is limited per %s', async (_, count, hoursAgo) => {
    await shop.database.pool.execute('DELETE FROM fault_reports WHERE user_id = $1', [people.colleague.userId])
    await shop.database.pool.execute(
      `INSERT INTO fault_reports (report_no, dealer_id, user_id, product_code, product_name, description, contact_name,
                                  contact_phone, locale, created_at)
       SELECT concat('A2019', lpad(n::text, 6, '0')), $1, $2, 'P', 'P', 'Bozuldu', 'A', '5320000000', 'tr',
              now() - make_interval(hours => $4)
         FROM generate_series(1, $3) n`,
      [people.colleague.dealer?.id, people.colleague.userId, count, hoursAgo],
    )
    const answer = await send({}, await shop.signedIn(people.colleague))
    expect({ status: answer.status, retry: answer.headers['retry-after'] }).toEqual({ status: 429, retry: '600' })
  })
})

describe('the fault report list', () => {
  test('belongs to the dealer, with pages, and filters by state and text', async () => {
    const first = await reported({ serialNo: 'İÇ-77' })
    const second = await reported()
    const foreign = await reported({}, other)
    expect((await list()).items.map(({ reportNo }) => reportNo)).toEqual([second, first])
    expect((await list('?q=ic-77')).items.map(({ reportNo }) => reportNo)).toEqual([first])
    expect((await list(`?q=${foreign}`)).total).toBe(0)
    expect((await list('?q=%25')).total).toBe(0)
    expect((await list('?state=new')).total).toBe(2)
    expect((await list('?state=closed')).total).toBe(0)
    expect(await list('?page=9&state=x')).toMatchObject({ items: [], total: 2, page: 9, pages: 1, state: null })
    const foreignAnswer = await dealer.send('GET', `/api/catalog/fault-reports/${foreign}`)
    const unknown = await dealer.send('GET', '/api/catalog/fault-reports/A2020999999')
    expect(foreignAnswer.status).toBe(404)
    expect(foreignAnswer.text).toBe(unknown.text)
  })

  test('contains every dealer’s reports for administrators, and searches dealer names too', async () => {
    await reported()
    const foreign = await reported({}, other)
    const { items, total, newCount } = await all()
    expect({ total, newCount, first: items[0]?.reportNo }).toEqual({ total: 2, newCount: 2, first: foreign })
    const code = people.other.dealer?.code ?? ''
    expect((await all(`?q=${code}`)).items.map(({ reportNo }) => reportNo)).toContain(foreign)
    expect((await all('?state=repaired')).total).toBe(0)
  })
})

describe('changing the state of a report', () => {
  test('sends a new state and note to the dealer in its language', async () => {
    await dealer.send('POST', '/api/catalog/settings', { body: { key: 'locale', value: 'en' } })
    const reportNo = await reported()
    await sentEmails()
    const id = (await all()).items[0]?.id ?? 0
    const { events } = await detail(id)
    const answer = await change(id, { event: events.at(-1)?.id, state: 'repaired', note: 'Motor değişti <b>' })
    expect(
      await shop.database.pool.one(
        "SELECT action, noun_id, before, after FROM audit_log WHERE noun = 'fault_report' ORDER BY id DESC LIMIT 1",
      ),
    ).toMatchObject({ action: 'change', noun_id: reportNo, after: { state: 'repaired', note: 'Motor değişti <b>' } })
    expect(answer.body).toMatchObject({ state: 'repaired', note: 'Motor değişti <b>' })
    expect((await dealer.send('GET', `/api/catalog/fault-reports/${reportNo}`)).body).toMatchObject({
      state: 'repaired',
      note: 'Motor değişti <b>',
      events: [{ state: 'new' }, { state: 'repaired', note: 'Motor değişti <b>' }],
    })
    const [email, ...more] = await sentEmails()
    expect(more).toEqual([])
    expect(email).toMatchObject({ to: 'cigdem@ornek.com.tr', subject: `Your fault report ${reportNo}: Repaired` })
    expect(email?.text).toContain(`https://toptan.example/ariza-bildirimi/${reportNo}`)
    expect(email?.html).not.toContain('<b>')
    await dealer.send('POST', '/api/catalog/settings', { body: { key: 'locale', value: 'tr' } })
  })

  test('refuses an outdated change and an invalid transition, and sends nothing without a change', async () => {
    await reported()
    await sentEmails()
    const id = (await all()).items[0]?.id ?? 0
    const event = (await detail(id)).events.at(-1)?.id
    const answers = await Promise.all([
      change(id, { event, state: 'in_review', note: '' }),
      change(id, { event, state: 'rejected', note: '' }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(answers.map(codeOf)).toContain('fault_report_changed')
    expect(await sentEmails()).toHaveLength(1)
    const now = await detail(id)
    const latest = now.events.at(-1)?.id
    expect((await change(id, { event: latest, state: now.state, note: '' })).status).toBe(200)
    expect(codeOf(await change(id, { event: latest, state: 'new', note: '' }))).toBe('fault_move_refused')
    expect(await sentEmails()).toEqual([])
  })

  test.each([
    [{ state: 'lost', note: '' }, 422],
    [{ state: 'closed' }, 422],
    [{ state: 'closed', note: 'x'.repeat(10_000) }, 422],
    [{ state: 'closed', note: '', dealer_id: 1 }, 422],
  ])('%j: %i', async (body, status) => {
    await reported()
    const id = (await all()).items[0]?.id ?? 0
    expect((await change(id, { event: 1, ...body })).status).toBe(status)
  })

  test('returns 404 for an unknown report', async () => {
    expect(codeOf(await change(999_999, { event: 0, state: 'closed', note: '' }))).toBe('fault_report_not_found')
    expect((await admin.send('GET', '/yonetim/fault-reports/999999')).status).toBe(404)
  })

  test('does not reveal staff names to the dealer', async () => {
    const reportNo = await reported()
    const id = (await all()).items[0]?.id ?? 0
    await change(id, { event: (await detail(id)).events.at(-1)?.id, state: 'closed', note: '' })
    const { text } = await dealer.send('GET', `/api/catalog/fault-reports/${reportNo}`)
    expect(text).not.toContain(people.admin.name)
    expect((await detail(id)).events.at(-1)?.user).toBe(people.admin.name)
  })
})
