import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '#cli/root.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { getUserErasure } from '#contract/admin/personal-data.ts'
import { type ErasureRequest, personalDataPath } from '#contract/shop/personal-data.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { translate } from '#server/platform/http/words.ts'
import { openZip } from '#server/platform/zip/open-zip.ts'
import { hashPassword } from '#server/account/account.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { fold } from '#domain/text/text.ts'
import { restoreAnnouncements } from '#testing/announcement-requests.ts'
import { addPeople, password, type People } from '#testing/people.ts'
import { addAdmin, addColleague } from '#testing/store-rows.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { personalColumns, sections } from './personal-tables.ts'

let shop: TestShop
let people: People
let admin: TestVisitor
let owner: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  await addAdmin(shop.database.pool)
  admin = await shop.signedIn(people.admin)
  owner = await shop.signedIn(people.dealer)
})
afterAll(() => shop.close())

const requestOf = async (visitor: TestVisitor) =>
  ((await visitor.send('GET', '/api/account/erasure')).body as { request: ErasureRequest | null }).request
const erase = (id: number, by = admin) => by.send('POST', `/yonetim/users/${id}/erasure`)
const eraseColleague = (id: number, by = owner) => by.send('POST', `/api/account/users/${id}/erasure`)

type Person = { id: number; email: string; name: string }
let count = 0

/** A user of the dealer with something in every table that an erasure changes. */
async function addPerson(): Promise<Person> {
  const { pool } = shop.database
  const { dealer } = people.dealer
  if (dealer === null) throw new Error('The dealer’s user has no dealer.')
  const { userId: id } = await addColleague(pool, dealer, { passwordHash: await hashPassword(password) })
  const email = `ayse${(count += 1)}@bayi.example`
  const name = `Ayşe Demir ${count}`
  await pool.execute('UPDATE users SET email = $2, name = $3, choices = \'{"locale": "tr"}\' WHERE id = $1', [
    id,
    email,
    name,
  ])
  await pool.execute(
    `WITH searched AS (INSERT INTO searches (user_id, query, folded, result_count) VALUES ($1, 'matkap', 'matkap', 1)),
          seen AS (INSERT INTO seen_products (user_id, product_id) VALUES ($1, $2)),
          watched AS (INSERT INTO stock_watches (user_id, product_id) VALUES ($1, $2)),
          viewed AS (INSERT INTO report_views (user_id, name, report, query, mailed_on) VALUES ($1, 'Aylık', 'sales', '{}', current_date)),
          linked AS (INSERT INTO one_time_links (token_hash, user_id, kind, expires_at) VALUES (sha256($3::bytea), $1, 'reset', now() + interval '1 hour')),
          failed AS (INSERT INTO login_failures (account, address) VALUES ('user:' || $1, '127.0.0.1')),
          carted AS (INSERT INTO carts (user_id) VALUES ($1)),
          drafted AS (INSERT INTO order_drafts (user_id, revision, lines) VALUES ($1, 1, '[{"code": "A", "quantity": "1", "unit": ""}]')),
          shared AS (INSERT INTO shared_drafts (dealer_id, user_id, title, lines, link_hash)
                     SELECT dealer_id, id, 'Sepet', '[]', sha256(email::bytea) FROM users WHERE id = $1),
          mailed AS (INSERT INTO failed_emails (job_id, name, data, recipient, error)
                     VALUES (gen_random_uuid(), 'account-mail', jsonb_build_object('email', $4::text), '', 'x'))
     INSERT INTO fault_reports (report_no, dealer_id, user_id, product_id, product_code, product_name, description, contact_name,
                                contact_phone, locale)
     SELECT 'A2030' || lpad(id::text, 6, '0'), dealer_id, id, $2, 'P', 'P', 'Çalışmıyor', $5, '0532 000 00 00', 'tr'
       FROM users WHERE id = $1`,
    [id, people.product.id, email, email, name],
  )
  await pool.execute(
    `INSERT INTO orders (order_no, dealer_id, user_id, description, currency, rates, subtotal, tax, total, total_try)
     SELECT 'S2031' || lpad(id::text, 6, '0'), dealer_id, id, '-', 'TRY', '{"TRY": "1"}', 100, 20, 120, 120 FROM users WHERE id = $1`,
    [id],
  )
  await enqueue(pool, 'account-mail', { kind: 'reset', email, seed: 'x', locale: 'tr' })
  await pool.execute(
    `INSERT INTO audit_log (user_id, action, noun, noun_id, after)
     VALUES ($1, 'create', 'user', $2, jsonb_build_object('email', $2::text, 'name', $3::text)), ($4, 'change', 'role', 'Rol', NULL)`,
    [people.admin.userId, email, name, id],
  )
  return { id, email, name }
}

/** Gives the user what few users have: ways to sign in, bindings, limits, deputies and what a representative has. */
async function addRareRows(id: number): Promise<void> {
  const { pool } = shop.database
  const { id: dealer } = people.dealer.dealer ?? expect.fail()
  await pool.execute(
    `WITH provider AS (INSERT INTO identity_providers (dealer_id, name, issuer, client_id)
            VALUES ($2, 'Merkez', 'https://issuer.example', 'toptan')
            ON CONFLICT (dealer_id) DO UPDATE SET name = excluded.name RETURNING id),
          linked AS (INSERT INTO user_identities (issuer, subject, provider_id, user_id)
            SELECT 'https://issuer.example', 'subject ' || $1::integer, id, $1 FROM provider),
          coded AS (INSERT INTO totp_factors (user_id, secret, last_used_step) VALUES ($1, 'x', 0)),
          recovered AS (INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, sha256('x'))),
          keyed AS (INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name)
            VALUES ($1, 'key ' || $1::integer, 'x', 0, '{}', 'Telefonum')),
          known AS (INSERT INTO known_devices (user_id, device_hash) VALUES ($1, sha256('x'))),
          signing AS (INSERT INTO sign_in_links (token_hash, user_id, expires_at) VALUES (sha256($1::integer::text::bytea), $1, now())),
          repeated AS (INSERT INTO idempotency_keys (user_id, key, request_hash) VALUES ($1, 'a key of a request', 'x')),
          loaded AS (INSERT INTO personal_data_downloads (user_id) VALUES ($1)),
          cleared AS (INSERT INTO cleared_searches (user_id, cleared_at) VALUES ($1, now())),
          limited AS (INSERT INTO purchase_limits (user_id, per_order) VALUES ($1, 100)),
          deputy AS (INSERT INTO approval_deputies (user_id, deputy_id, from_day, to_day)
            VALUES ($1, $3, '2030-01-01', '2030-01-02'), ($3, $1, '2030-01-01', '2030-01-02')),
          placed AS (INSERT INTO dealer_addresses (dealer_id, name, recipient, phone, address, district, city)
            VALUES ($2, 'Depo ' || $1::integer, 'Depo', '0212 000 00 00', 'Cadde 1', 'Gebze', 'Kocaeli') RETURNING id),
          read AS (INSERT INTO announcement_readers (announcement_id, user_id) SELECT min(id), $1 FROM announcements),
          selling AS (INSERT INTO representatives (user_id, phone) VALUES ($1, '0533 000 00 00')),
          region AS (INSERT INTO representative_regions (name, user_id) VALUES ('Bölge ' || $1::integer, $1)),
          assigned AS (INSERT INTO representative_dealers (dealer_id, user_id) VALUES ($2, $1)
            ON CONFLICT (dealer_id) DO UPDATE SET user_id = excluded.user_id)
     UPDATE users SET last_seen_at = now() WHERE id = $1`,
    [id, dealer, people.dealer.userId],
  )
  await pool.execute(
    `INSERT INTO user_addresses (user_id, dealer_id, address_id)
     SELECT $1, dealer_id, id FROM dealer_addresses WHERE name = 'Depo ' || $1::integer`,
    [id],
  )
}

/** All texts of a table, to look for what must not be there. */
async function textOf(table: string): Promise<string> {
  const rows = await shop.database.pool.query<{ text: string }>(`SELECT t::text AS text FROM ${table} t`)
  return rows.map(({ text }) => text).join('\n')
}
const countOf = async (table: string, id: number) =>
  (await shop.database.pool.query(`SELECT FROM ${table} WHERE user_id = $1`, [id])).length

test('every column that refers to a user is exported, or is named with the reason why not', async () => {
  const rows = await shop.database.pool.query<{ name: string }>(
    `SELECT r.conrelid::regclass::text || '.' || a.attname AS name
       FROM pg_constraint r
       JOIN pg_attribute i ON i.attrelid = r.confrelid AND i.attname = 'id'
       JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = r.conkey[array_position(r.confkey, i.attnum)]
      WHERE r.contype = 'f' AND r.confrelid = 'users'::regclass ORDER BY 1`,
  )
  expect(Object.keys(personalColumns).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('docs/personal-data.md names every table with data of people', async () => {
  const page = readFileSync(join(root, 'docs/personal-data.md'), 'utf8')
  const rows = await shop.database.pool.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name !~ '^sandbox_'
        AND (column_name ~ '(^|_)(email|phone|contact_name|network|user_agent|recipient)$' OR (table_name, column_name) IN (
          SELECT c.conrelid::regclass::text, a.attname FROM pg_constraint c
            JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
           WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass))`,
  )
  expect(rows.length).toBeGreaterThan(40)
  // Whether an address counts as verified is a setting.
  const tables = rows.map(({ name }) => name).filter((name) => name !== 'identity_providers')
  expect(tables.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test.each(['tr', 'en'] as const)('every part of the file has a title in the language %s', (locale) => {
  const titles = sections.map(({ name }) => translate(locale, `personalData.sections.${name}`))
  expect(titles.filter((title) => title.startsWith('personalData.'))).toEqual([])
  expect(new Set(titles).size).toBe(sections.length)
})

describe('the file with the personal data', () => {
  async function filesOf(visitor: TestVisitor): Promise<Map<string, string>> {
    const answer = await shop.app.inject({ url: personalDataPath, cookies: visitor.cookies })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    const folder = await temporaryFolder()
    const path = join(folder.path, 'data.zip')
    await writeFile(path, answer.rawPayload)
    const files = new Map<string, string>()
    {
      await using zip = await openZip(path, { entries: 10, unpackedBytes: 1e7, ratio: 1000, ratioFreeBytes: 1e7 })
      for (const entry of zip.entries) {
        files.set(entry.name, (await zip.read(entry))?.toString('utf8') ?? '')
      }
    }
    await folder.remove()
    return files
  }

  test('has everything about the user, and nothing of another one', async () => {
    const person = await addPerson()
    const visitor = await shop.signedIn({ userId: person.id })
    const files = await filesOf(visitor)
    expect([...files.keys()]).toEqual(['veriler.json', 'veriler.html'])
    const data = JSON.parse(files.get('veriler.json') ?? '') as Record<string, Record<string, unknown>[]>
    expect(Object.keys(data)).toEqual(['madeAt', ...sections.map(({ name }) => name)])
    expect(data['profile']).toEqual([
      {
        id: person.id,
        name: person.name,
        email: person.email,
        role: 'dealer',
        dealer_code: people.dealer.dealer?.code,
        dealer: people.dealer.dealer?.name,
        user_role: 'buyer',
        created_at: expect.any(String),
        last_seen_at: null,
        choices: { locale: 'tr' },
      },
    ])
    expect(data['orders']).toMatchObject([{ total: '120.00' }])
    expect(data['searches']).toMatchObject([{ query: 'matkap' }])
    expect(data['faultReports']).toMatchObject([{ contact_phone: '0532 000 00 00' }])
    expect(data['sessions']).toHaveLength(1)
    expect(data['audit']?.map(({ noun }) => noun)).toEqual(expect.arrayContaining(['user', 'role']))
    expect(files.get('veriler.json')).not.toContain(people.dealer.email)
    expect(files.get('veriler.json')).not.toContain('password_hash')
    expect(files.get('veriler.html')).toContain('<h2>Siparişler</h2>')
  })

  test('escapes what users have written', async () => {
    const person = await addPerson()
    await shop.database.pool.execute("UPDATE searches SET query = '<script>x</script>' WHERE user_id = $1", [person.id])
    const files = await filesOf(await shop.signedIn({ userId: person.id }))
    expect(files.get('veriler.html')).not.toContain('<script>')
  })

  test('is for the user alone, five times a day', async () => {
    const guest = await shop.guest()
    expect(codeOf(await guest.send('GET', personalDataPath, { headers: { accept: 'application/json' } }))).toBe(
      'not_signed_in',
    )
    const viewing = await shop.signedIn(people.admin)
    await viewing.send('POST', `/yonetim/users/${people.dealer.userId}/view`)
    expect(codeOf(await viewing.send('GET', personalDataPath))).toBe('viewing_only')
    await shop.setSetting('staffSecondFactor', '1')
    expect(codeOf(await (await shop.signedIn(people.admin)).send('GET', personalDataPath))).toBe('factor_required')
    await shop.setSetting('staffSecondFactor', '0')
    const visitor = await shop.signedIn(people.other)
    const statuses = []
    for (let i = 0; i < 6; i += 1) statuses.push((await visitor.send('GET', personalDataPath)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('a request for erasure', () => {
  test('is open once, can be withdrawn, and is refused with a reason that the user sees', async () => {
    const { id } = await addPerson()
    const visitor = await shop.signedIn({ userId: id })
    expect(await requestOf(visitor)).toBeNull()
    const opened = await Promise.all([1, 2].map(() => visitor.send('POST', '/api/account/erasure')))
    expect(opened.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const listed = await admin.send('GET', '/yonetim/users?show=erasure')
    expect((listed.body as { items: { id: number }[] }).items.map((user) => user.id)).toEqual([id])
    expect((await visitor.send('DELETE', '/api/account/erasure')).status).toBe(200)
    expect(codeOf(await visitor.send('DELETE', '/api/account/erasure'))).toBe('erasure_request_not_found')
    await visitor.send('POST', '/api/account/erasure')
    const refusal = `/yonetim/users/${id}/erasure/refusal`
    expect((await admin.send('POST', refusal, { body: { answer: ' ' } })).status).toBe(422)
    await admin.send('POST', refusal, { body: { answer: 'Açık siparişiniz var.' } })
    expect(await requestOf(visitor)).toMatchObject({ state: 'refused', answer: 'Açık siparişiniz var.' })
    expect(codeOf(await admin.send('POST', refusal, { body: { answer: 'x' } }))).toBe('erasure_request_not_found')
  })

  test('is opened five times a day at most', async () => {
    const { id } = await addPerson()
    const visitor = await shop.signedIn({ userId: id })
    for (let i = 0; i < 5; i += 1) {
      expect((await visitor.send('POST', '/api/account/erasure')).status).toBe(200)
      await visitor.send('DELETE', '/api/account/erasure')
    }
    expect(codeOf(await visitor.send('POST', '/api/account/erasure'))).toBe('too_many_requests')
  })
})

describe('an erasure', () => {
  const removed = [
    'sessions',
    'searches',
    'search_terms',
    'search_users',
    'stock_watches',
    'report_views',
    'one_time_links',
    'carts',
    'order_drafts',
    'shared_drafts',
    'seen_products',
  ]

  test('removes who the user was and what is its own, and keeps the records of the company', async () => {
    const person = await addPerson()
    const { id, email, name } = person
    const visitor = await shop.signedIn({ userId: id })
    await visitor.send('POST', '/api/account/erasure')
    const shown = (await admin.send('GET', `/yonetim/users/${id}/erasure`)).body as Reply<typeof getUserErasure>
    expect(shown).toMatchObject({ isErased: false, request: { state: 'open' }, kept: { orders: 1, payments: 0 } })
    for (const table of removed) expect([table, await countOf(table, id)]).not.toEqual([table, 0])

    expect((await erase(id)).status).toBe(200)

    for (const table of removed) expect([table, await countOf(table, id)]).toEqual([table, 0])
    expect(await countOf('orders', id)).toBe(1)
    for (const table of ['users', 'audit_log', 'outbox', 'failed_emails', 'fault_reports', 'login_failures']) {
      const text = await textOf(table)
      expect([table, text.includes(email), text.includes(name)]).toEqual([table, false, false])
    }
    expect(
      await shop.database.pool.one('SELECT name, email, password_hash, choices FROM users WHERE id = $1', [id]),
    ).toEqual({
      name: `Silinmiş kullanıcı #${id}`,
      email: `removed-${id}@users.invalid`,
      password_hash: null,
      choices: {},
    })
    expect((await visitor.send('GET', '/api/account/devices')).status).toBe(401)
    const signIn = await (await shop.guest()).send('POST', '/api/account/login', {
      body: { username: email, password },
    })
    expect(codeOf(signIn)).toBe('wrong_credentials')
    expect((await admin.send('GET', `/yonetim/users/${id}/erasure`)).body).toMatchObject({
      isErased: true,
      request: { state: 'done' },
    })
  })

  const rare = [
    'user_identities',
    'totp_factors',
    'recovery_codes',
    'passkeys',
    'known_devices',
    'sign_in_links',
    'idempotency_keys',
    'personal_data_downloads',
    'cleared_searches',
    'purchase_limits',
    'approval_deputies',
    'user_addresses',
    'announcement_readers',
    'representatives',
    'representative_regions',
    'representative_dealers',
  ]

  test('removes all ways to sign in, bindings, limits and assignments, and keeps no column of the person', async () => {
    const { pool } = shop.database
    const { id } = await addPerson()
    await restoreAnnouncements(pool, people.admin)
    await addRareRows(id)
    const counts = () => Promise.all(rare.map(async (table) => [table, await countOf(table, id)]))
    const rowOf = () => pool.one<Record<string, unknown>>('SELECT * FROM users WHERE id = $1', [id])
    expect(await counts()).toEqual(rare.map((table) => [table, 1]))
    const before = await rowOf()
    expect((await erase(id)).status).toBe(200)
    expect(await counts()).toEqual(rare.map((table) => [table, 0]))
    expect(await pool.query('SELECT FROM approval_deputies WHERE deputy_id = $1', [id])).toEqual([])
    const name = `Silinmiş kullanıcı #${id}`
    const email = `removed-${id}@users.invalid`
    // What is not listed here says nothing about the person: its number, dealer, kind, role and rights.
    expect(await rowOf()).toEqual({
      ...before,
      name,
      email,
      search_text: fold(`${name} ${email}`),
      password_hash: null,
      choices: {},
      last_seen_at: null,
      disabled_at: expect.any(Date),
      removed_at: expect.any(Date),
      erased_at: expect.any(Date),
    })
    expect(Object.keys(before ?? {}).toSorted()).toEqual(
      [
        ...['id', 'dealer_id', 'representative_id', 'role', 'user_role', 'own_role_id', 'can_order', 'created_at'],
        ...['name', 'email', 'search_text', 'password_hash', 'choices', 'last_seen_at'],
        ...['disabled_at', 'removed_at', 'erased_at'],
      ].toSorted(),
    )
  })

  test('ends emails to the user that the queue has already, and those that it tries again', async () => {
    const { pool } = shop.database
    const { id, email } = await addPerson()
    const attempts: string[] = []
    const jobs = await startJobs(shop.database, () => {})
    await jobs.workInParallel('account-mail', async (data) => {
      attempts.push((data as { email: string }).email)
      throw new Error('451 not now')
    })
    const stored = () =>
      pool.query<{ state: string }>("SELECT state FROM pgboss.job WHERE data ->> 'email' = $1", [email])
    await expect.poll(stored).toEqual([{ state: 'retry' }])
    expect((await erase(id)).status).toBe(200)
    expect(await stored()).toEqual([])
    await jobs.close()
    expect(attempts.filter((address) => address === email)).toHaveLength(1)
  })

  test('keeps audit entries with the number of the user, its time and who made them', async () => {
    const { id } = await addPerson()
    const { pool } = shop.database
    const facts = () => pool.query('SELECT id, user_id, at, action, noun, address FROM audit_log ORDER BY id')
    const before = await facts()
    await erase(id)
    const after = await facts()
    expect(after.slice(0, before.length)).toEqual(before)
    const named = await pool.query(
      "SELECT action, noun_id, after FROM audit_log WHERE noun = 'user' AND noun_id = $1 ORDER BY id",
      [`Silinmiş kullanıcı #${id}`],
    )
    expect(named).toEqual([
      {
        action: 'create',
        noun_id: `Silinmiş kullanıcı #${id}`,
        after: { email: `Silinmiş kullanıcı #${id}`, name: `Silinmiş kullanıcı #${id}` },
      },
      { action: 'erase', noun_id: `Silinmiş kullanıcı #${id}`, after: null },
    ])
    // Nothing else can change the log.
    await expect(pool.execute("UPDATE audit_log SET action = 'x'")).rejects.toThrow('only ever added to')
    await expect(
      pool.execute("SELECT set_config('toptan.erases_user', 'on', false); UPDATE audit_log SET action = 'x'"),
    ).rejects.toThrow('do not change')
  })

  test('changes nothing the second time, and an erased user cannot be changed or enabled', async () => {
    const { id } = await addPerson()
    expect((await erase(id)).status).toBe(200)
    const stored = () => Promise.all([textOf('users'), textOf('audit_log')])
    const before = await stored()
    expect((await erase(id)).status).toBe(200)
    expect(await stored()).toEqual(before)
    const state = await admin.send('POST', `/yonetim/users/${id}/state`, { body: { isDisabled: false } })
    expect(codeOf(state)).toBe('user_not_found')
  })

  test('by two at once happens once', async () => {
    const { id } = await addPerson()
    const answers = await Promise.all([erase(id), erase(id), eraseColleague(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const rows = await shop.database.pool.query("SELECT FROM audit_log WHERE action = 'erase' AND noun_id = $1", [
      `Silinmiş kullanıcı #${id}`,
    ])
    expect(rows).toHaveLength(1)
  })

  test('is for the owner of the dealer, not for another dealer or a colleague', async () => {
    const { id } = await addPerson()
    expect(codeOf(await eraseColleague(id, await shop.signedIn(people.other)))).toBe('user_not_found')
    expect(codeOf(await eraseColleague(id, await shop.signedIn(people.noRight)))).toBe('no_right')
    expect((await eraseColleague(id)).status).toBe(200)
  })

  test('leaves the last owner, the last full administrator and the own account', async () => {
    expect(codeOf(await erase(people.dealer.userId))).toBe('last_owner')
    expect(codeOf(await eraseColleague(people.dealer.userId))).toBe('own_account')
    expect(codeOf(await erase(people.admin.userId))).toBe('own_account')
    const { pool } = shop.database
    const { userId } = await addAdmin(pool)
    await pool.execute("UPDATE users SET user_role = 'people' WHERE id = $1", [userId])
    const lesser = await shop.signedIn({ userId })
    expect(codeOf(await erase(people.admin.userId, lesser))).toBe('no_right_to_grant')
    expect(codeOf(await erase(999_999_999))).toBe('user_not_found')
    expect((await erase(userId)).status).toBe(200)
  })
})
