import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminApplication } from '#contract/admin/applications.ts'
import type { Application } from '#contract/shop/applications.ts'
import { accountMailJob } from '#server/account/account.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { addPeople, type People } from '#testing/people.ts'
import {
  type Answer,
  codeOf,
  openTestShop,
  sentenceOf,
  testSecret,
  type TestShop,
  type TestVisitor,
} from '#testing/shop.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { applicationMailJob, scrubApplicationTokens, sendApplicationMail } from './applications.ts'
import { type Applicant, company, dealerForm, newApplicant, pdf, stateOf, tokenOf } from './test-applications.ts'

let shop: TestShop
let people: People
let admin: TestVisitor
let colleague: TestVisitor
let applicant: Applicant
let clock = new Date()
const wait = (ms = 60_000) => {
  clock = new Date(clock.getTime() + ms)
}

beforeAll(async () => {
  shop = await openTestShop({ now: () => clock })
  people = await addPeople(shop)
  admin = await shop.signedIn(people.admin)
  colleague = await shop.signedIn(people.admin)
})
beforeEach(async () => {
  const { pool } = shop.database
  await pool.execute('TRUNCATE applications, application_attempts, application_files, text_versions CASCADE')
  await pool.execute("DELETE FROM users WHERE email LIKE 'deniz%'")
  await pool.execute("DELETE FROM dealers WHERE code LIKE 'YENI-%'")
  await pool.execute('DELETE FROM outbox')
  await publish('dealer_contract')
  await publish('privacy_notice')
  applicant = await newApplicant(shop, wait)
})
afterAll(() => shop.close())

const publish = (kind: string, html = '<p>Metin</p>', version: number | null = null) =>
  admin.send('POST', `/yonetim/texts/${kind}`, { body: { html, htmlEn: '', version } })
const count = async (table: string) =>
  (await shop.database.pool.one<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))?.count
const mails = async (name = applicationMailJob) =>
  (
    await shop.database.pool.query<{ reader: string }>(
      "SELECT data ->> 'reader' AS reader FROM outbox WHERE name = $1 ORDER BY 1",
      [name],
    )
  ).map(({ reader }) => reader)

/** An application as administrators see it, and its link. */
async function applied(change: object = {}): Promise<{ id: number; token: string }> {
  const sent = await applicant.send(await applicant.fillIn(change))
  expect(sent.status).toBe(200)
  const row = await shop.database.pool.one<{ id: number }>('SELECT max(id) AS id FROM applications')
  return { id: row?.id ?? 0, token: tokenOf(sent) }
}
const detail = async (id: number) => (await admin.send('GET', `/yonetim/applications/${id}`)).body as AdminApplication
const act = (id: number, action: string, body: object, by = admin) =>
  by.send('POST', `/yonetim/applications/${id}/${action}`, { body })

describe('an application', () => {
  test('is stored with its document, the accepted versions with time and address, and emails to both sides', async () => {
    const { id, token } = await applied({ note: 'Mağazamız 2010’dan beri açık.' })
    const stored = await detail(id)
    expect(stored).toMatchObject({ ...company, note: 'Mağazamız 2010’dan beri açık.', state: 'new', dealer: null })
    expect(stored.files).toMatchObject([{ kind: 'tax_certificate', type: 'pdf', name: 'levha.pdf' }])
    expect(stored.texts).toMatchObject([
      { kind: 'dealer_contract', version: 1, address: applicant.address, at: expect.stringMatching(/^\d{4}-/) },
      { kind: 'privacy_notice', version: 1, address: applicant.address },
    ])
    expect(await mails()).toEqual(['applicant', 'store'])
    const followed = (await applicant.follow(token)).body as Application
    expect(followed).toMatchObject({ company: company.company, state: 'new', key: null })
  })

  test('is found by its whole link only, whose hash is all that the database has of it', async () => {
    const { token } = await applied()
    const other = token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))
    expect(codeOf(await applicant.follow(other))).toBe('application_not_found')
    const rows = await shop.database.pool.query<{ row: string }>(
      'SELECT a::text AS row FROM applications a UNION ALL SELECT o::text FROM outbox o',
    )
    const spellings = [token, Buffer.from(token).toString('hex')]
    expect(rows.filter(({ row }) => spellings.some((each) => row.includes(each)))).toEqual([])
    expect(scrubApplicationTokens(`"/bayi-ol/basvuru/${token}" next=%2Fbayi-ol%2Fbasvuru%2F${token}&a=1`)).toBe(
      '"/bayi-ol/basvuru/***" next=%2Fbayi-ol%2Fbasvuru%2F***&a=1',
    )
  })

  test('that is sent twice, also at once, is one application with one link', async () => {
    const body = await applicant.fillIn()
    const answers = await Promise.all([applicant.send(body), applicant.send(body), applicant.send(body)])
    answers.push(await applicant.send(body))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(tokenOf)).size).toBe(1)
    expect([await count('applications'), (await mails()).length]).toEqual([1, 2])
    // A changed form is not silently dropped.
    expect(codeOf(await applicant.send({ ...body, company: 'Başka' }))).toBe('application_form_used')
  })

  test('keeps markup as text', async () => {
    const script = '<script>alert(1)</script>'
    const { id } = await applied({ company: script, note: script, contactName: `"><img src=x>\nBcc: a@example.com` })
    expect(await detail(id)).toMatchObject({
      company: script,
      note: script,
      contactName: '"><img src=x> Bcc: a@example.com',
    })
  })
})

describe('a form', () => {
  test.each([
    ['with a wrong check digit', { taxNumber: '3880718498' }, 'taxNumber'],
    ['with the number of a person whose check digits are wrong', { taxNumber: '10000000147' }, 'taxNumber'],
    ['without a tax number', { taxNumber: '' }, 'taxNumber'],
    ['without a company', { company: ' \0 ' }, 'company'],
    ['with a company of 201 characters', { company: 'a'.repeat(201) }, 'company'],
    ['without an email address', { email: 'deniz' }, 'email'],
    ['with two email addresses', { email: 'deniz@example.com,b@example.com' }, 'email'],
    ['with letters as phone number', { phone: 'arayın' }, 'phone'],
    ['of an unknown business', { business: 'x' }, 'business'],
  ])('%s is refused at its field', async (_, change, field) => {
    const refused = await applicant.send(await applicant.fillIn(change))
    expect([refused.status, codeOf(refused)]).toEqual([422, 'validation_failed'])
    const { error } = refused.body as { error: { fields: Record<string, string> } }
    expect(Object.keys(error.fields)).toEqual([field])
    expect(await count('applications')).toBe(0)
  })

  test('with the tax number of a dealer says that it is registered, not whose it is', async () => {
    const { dealer } = people.other
    await shop.database.pool.execute('UPDATE dealers SET tax_number = $2 WHERE id = $1', [dealer?.id, '1234567890'])
    const refused = await applicant.send(await applicant.fillIn({ taxNumber: '123 456 7890' }))
    expect([refused.status, codeOf(refused)]).toEqual([409, 'application_tax_number_known'])
    expect(sentenceOf(refused)).toContain('giriş yapın')
    expect(refused.text).not.toContain(dealer?.name)
    expect(refused.text).not.toContain(dealer?.code)
    await shop.database.pool.execute('UPDATE dealers SET tax_number = NULL WHERE id = $1', [dealer?.id])
  })

  test.each([
    [
      'that was filled in within two seconds',
      async () => ({ ...(await applicant.fillIn()), ...(await hurried(2000)) }),
    ],
    ['whose hidden field was filled in', () => applicant.fillIn({ website: 'https://example.com' })],
  ])('%s is refused as a program’s', async (_, fillIn) => {
    expect(codeOf(await applicant.send(await fillIn()))).toBe('application_suspicious')
    expect(await count('applications')).toBe(0)
  })

  /** A form that is sent so many milliseconds after it was opened. */
  async function hurried(ms: number): Promise<{ key: string }> {
    const { key } = await applicant.openForm()
    wait(ms)
    return { key }
  }

  test.each([
    ['that was opened the day before yesterday', async () => void wait(25 * 3600 * 1000)],
    ['that the shop has not made', async (body: Record<string, unknown>) => void (body['key'] = 'a.b')],
    [
      'whose time was changed',
      async (body: Record<string, unknown>) => {
        const [text = '', signature] = String(body['key']).split('.')
        const stored = JSON.parse(Buffer.from(text, 'base64url').toString()) as object
        body['key'] = `${Buffer.from(JSON.stringify({ ...stored, at: 0 })).toString('base64url')}.${signature}`
      },
    ],
  ])('%s has expired', async (_, change) => {
    const body = await applicant.fillIn()
    await change(body)
    expect(codeOf(await applicant.send(body))).toBe('application_form_expired')
  })

  test('without the texts, or with an earlier version of one, is refused', async () => {
    expect(codeOf(await applicant.send(await applicant.fillIn({ texts: [] })))).toBe('application_texts_missing')
    const body = await applicant.fillIn()
    await publish('privacy_notice', '<p>Yeni metin</p>', 1)
    expect(codeOf(await applicant.send(body))).toBe('application_text_changed')
    expect(await count('text_acceptances')).toBe(0)
  })

  test('without a tax certificate, or with a file of another form, is refused', async () => {
    const { key } = await applicant.openForm()
    await applicant.upload(key, 'other')
    expect(codeOf(await applicant.send(await applicant.fillIn({ files: [] })))).toBe('application_document_missing')
    const [first, second] = [await applicant.fillIn(), await applicant.fillIn()]
    expect(codeOf(await applicant.send({ ...first, files: second['files'] }))).toBe('application_file_missing')
    expect((await applicant.send(first)).status).toBe(200)
  })

  test('is refused while applications are switched off', async () => {
    const body = await applicant.fillIn()
    await shop.setSetting('dealerApplications', '0')
    expect(codeOf(await applicant.send(body))).toBe('applications_off')
    await shop.setSetting('dealerApplications', '1')
    expect((await applicant.send(body)).status).toBe(200)
  })
})

describe('limits', () => {
  test('a thousand applications from one address become five', async () => {
    const statuses = new Map<number, number>()
    for (let at = 0; at < 1000; at += 1) {
      const { key, texts } = await applicant.openForm()
      wait()
      const file = at < 10 ? ((await applicant.upload(key)).body as { file: string }).file : 'f'.repeat(32)
      const email = `deniz${at}@example.com`
      const { status } = await applicant.send({ ...company, email, key, website: '', files: [file], texts })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [200, 5],
      [429, 995],
    ])
    const other = await newApplicant(shop, wait)
    expect((await other.send(await other.fillIn())).status).toBe(200)
  }, 120_000)

  test('an email address gets the emails of three applications a day', async () => {
    const statuses = []
    for (let at = 0; at < 4; at += 1) {
      const each = await newApplicant(shop, wait)
      statuses.push((await each.send(await each.fillIn())).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('refused forms count too, since they may reveal a dealer', async () => {
    const statuses = []
    for (let at = 0; at < 31; at += 1) statuses.push((await applicant.send(await bad())).status)
    expect(statuses.slice(-2)).toEqual([422, 429])
  })

  async function bad() {
    const { key, texts } = await applicant.openForm()
    wait()
    return { ...company, key, website: '', files: [], texts, taxNumber: '1' }
  }

  test('a network uploads forty files an hour', async () => {
    const { key } = await applicant.openForm()
    const statuses = []
    for (let at = 0; at < 41; at += 1) statuses.push((await applicant.upload(key)).status)
    expect(statuses.slice(-2)).toEqual([200, 429])
  })
})

describe('a question', () => {
  test('is emailed, answered once with a document, and reported to the store', async () => {
    const { id, token } = await applied()
    expect((await act(id, 'ask', { note: 'İmza sirküleriniz var mı?' })).status).toBe(200)
    expect(await mails()).toEqual(['applicant', 'applicant', 'store'])
    const { key, events } = (await applicant.follow(token)).body as Application
    expect(events.at(-1)).toMatchObject({ state: 'asked', note: 'İmza sirküleriniz var mı?' })
    const { file } = (await applicant.upload(key ?? '', 'other', pdf, 'sirküler.pdf')).body as { file: string }
    const body = { key, note: 'Ekte.', files: [file] }
    const answers = await Promise.all([applicant.answer(token, body), applicant.answer(token, body)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const stored = await detail(id)
    expect([stored.state, stored.files.length, stored.events.at(-1)?.author]).toEqual(['answered', 2, null])
    expect(await mails()).toEqual(['applicant', 'applicant', 'store', 'store'])
  })

  test('waits for its answer, and needs words', async () => {
    const { id, token } = await applied()
    expect(codeOf(await act(id, 'ask', { note: ' \0 ' }))).toBe('application_note_missing')
    await act(id, 'ask', { note: 'Ne satıyorsunuz?' })
    expect(codeOf(await act(id, 'ask', { note: 'Bir daha' }))).toBe('application_changed')
    const { key } = (await applicant.follow(token)).body as Application
    expect(codeOf(await applicant.answer(token, { key, note: ' ', files: [] }))).toBe('application_note_missing')
    expect(stateOf(await applicant.follow(token))).toBe('asked')
  })

  test('names no member of staff to the applicant', async () => {
    const { id, token } = await applied()
    await act(id, 'ask', { note: 'Ne satıyorsunuz?' })
    expect((await applicant.follow(token)).text).not.toContain(people.admin.name)
  })
})

describe('an approval', () => {
  test('makes the dealer with its terms, its user and the invitation, and keeps the application', async () => {
    const { id, token } = await applied()
    const approved = await act(id, 'approve', { values: dealerForm() })
    expect(approved.status).toBe(200)
    const { dealer, state, invitationLink } = approved.body as AdminApplication & { invitationLink: string }
    expect([state, dealer?.code]).toEqual(['approved', 'YENI-1'])
    const row = await shop.database.pool.one(
      `SELECT d.name, d.tax_number, d.representative, d.region, d.risk_limit, u.email, u.name AS user, u.can_order
         FROM dealers d JOIN users u ON u.dealer_id = d.id WHERE d.code = 'YENI-1'`,
    )
    expect(row).toEqual({
      name: company.company,
      tax_number: company.taxNumber,
      representative: 'Ayşe',
      region: 'Marmara',
      risk_limit: '25000.00',
      email: company.email,
      user: company.contactName,
      can_order: true,
    })
    // The shop of the tests has no mail server: the administrator delivers the link.
    const secret = invitationLink.split('/').at(-1) ?? ''
    expect((await applicant.follow(token)).body).toMatchObject({ state: 'approved' })
    const guest = await shop.guest()
    expect((await guest.send('GET', `/api/account/password/${secret}`)).body).toMatchObject({ email: company.email })
    expect((await mails(accountMailJob)).length).toBe(1)
  })

  test('by two people at once makes one dealer', async () => {
    const { id } = await applied()
    const answers = await Promise.all([
      act(id, 'approve', { values: dealerForm() }),
      act(id, 'approve', { values: dealerForm({ code: 'YENI-2' }) }, colleague),
    ])
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['application_changed', undefined]))
    const third = await act(id, 'approve', { values: dealerForm({ code: 'YENI-3' }) })
    expect(codeOf(third)).toBe('application_changed')
    expect(await count("dealers WHERE code LIKE 'YENI-%'")).toBe(1)
    expect(await count("users WHERE email = 'deniz@example.com'")).toBe(1)
  })

  test('of two applications of one company at once makes one dealer', async () => {
    const [first, second] = [await applied(), await applied()]
    const answers = await Promise.all([
      act(first.id, 'approve', { values: dealerForm() }),
      act(second.id, 'approve', { values: dealerForm({ code: 'YENI-2', email: 'deniz2@example.com' }) }, colleague),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(await count("dealers WHERE code LIKE 'YENI-%'")).toBe(1)
    expect((await detail(first.id)).others).toMatchObject([{ id: second.id }])
  })

  test.each([
    ['an email address that belongs to a user', () => ({ email: people.other.email }), 'email'],
    ['the code of a dealer', () => ({ code: people.other.dealer?.code ?? '' }), 'code'],
    ['no contact person', () => ({ contactName: ' ' }), 'contactName'],
    ['an unknown price list', () => ({ priceList: 'YOK' }), 'priceList'],
    ['no limit', () => ({ riskLimit: 'çok' }), 'riskLimit'],
  ])('with %s is refused at its field and changes nothing', async (_, change, field) => {
    const { id } = await applied()
    const refused = await act(id, 'approve', { values: dealerForm(change()) })
    expect([refused.status, codeOf(refused)]).toEqual([422, 'validation_failed'])
    const { error } = refused.body as { error: { fields: Record<string, string> } }
    expect(Object.keys(error.fields)).toEqual([field])
    expect([(await detail(id)).state, await count("dealers WHERE code LIKE 'YENI-%'")]).toEqual(['new', 0])
    expect(await mails(accountMailJob)).toEqual([])
  })
})

describe('a refusal', () => {
  test('tells the applicant the reason, and is final', async () => {
    const { id, token } = await applied()
    expect(codeOf(await act(id, 'refuse', { note: '' }))).toBe('application_note_missing')
    expect((await act(id, 'refuse', { note: 'Bölgenizde bayimiz var.' })).status).toBe(200)
    const { state, events } = (await applicant.follow(token)).body as Application
    expect([state, events.at(-1)?.note]).toEqual(['refused', 'Bölgenizde bayimiz var.'])
    expect(codeOf(await act(id, 'approve', { values: dealerForm() }))).toBe('application_changed')
    expect(codeOf(await act(id, 'ask', { note: 'x' }))).toBe('application_changed')
    const actions =
      "SELECT after ->> 'state' AS state FROM audit_log WHERE noun = 'application' ORDER BY id DESC LIMIT 1"
    expect(await shop.database.pool.query(actions)).toEqual([{ state: 'refused' }])
  })
})

describe('the administrators’ list', () => {
  test('finds applications by state and text, and says which texts are not published', async () => {
    const { id } = await applied()
    await act(id, 'ask', { note: 'Ne satıyorsunuz?' })
    const list = async (query: string) => {
      const { body } = await admin.send('GET', `/yonetim/applications?${query}`)
      return body as { total: number; missingTexts: string[] }
    }
    for (const [query, total] of [
      ['', 1],
      ['state=waiting', 0],
      ['state=asked', 1],
      ['state=x', 1],
      ['q=DENİZ', 1],
      ['q=3880718497', 1],
      ['q=%25', 0],
      ['to=2020-01-01', 0],
    ] as const) {
      expect([query, (await list(query)).total]).toEqual([query, total])
    }
    await shop.database.pool.execute('TRUNCATE text_versions CASCADE')
    expect((await list('')).missingTexts).toEqual(['dealer_contract', 'privacy_notice'])
  })
})

describe('an application that a representative files', () => {
  let representative: TestVisitor
  let filer: Actor

  beforeAll(async () => {
    const { pool } = shop.database
    filer = await addAdmin(pool)
    await pool.execute("UPDATE users SET user_role = 'representative', name = 'Selin Erdem' WHERE id = $1", [
      filer.userId,
    ])
    representative = await shop.signedIn(filer)
  })

  /** Files it as the representative; the reply as it is. */
  async function file(change: object = {}): Promise<Answer> {
    const body = await applicant.fillIn({ texts: [], ...change })
    return representative.send('POST', '/api/applications', { body })
  }
  const lastId = async () =>
    (await shop.database.pool.one<{ id: number }>('SELECT max(id) AS id FROM applications'))?.id ?? 0
  /** The token of the applicant's link, from the email. */
  async function linkOf(id: number): Promise<string> {
    const sent: { text: string; subject: string }[] = []
    const event = await shop.database.pool.one<{ id: number }>(
      'SELECT min(id) AS id FROM application_events WHERE application_id = $1',
      [id],
    )
    const mailer = { send: async (mail: { text: string; subject: string }) => void sent.push(mail) }
    const deps = { pool: shop.database.pool, mailer, publicUrl: 'https://toptan.example', secret: testSecret }
    await sendApplicationMail(deps, { eventId: event?.id, reader: 'applicant' }, 'key')
    expect(sent[0]?.text).toContain('Selin Erdem')
    return /basvuru\/([\w-]+)/.exec(sent[0]?.text ?? '')?.[1] ?? ''
  }
  const accept = (token: string, who: TestVisitor | Applicant, texts: object[]) =>
    'accept' in who
      ? who.accept(token, { texts })
      : who.send('POST', `/api/bayi-ol/basvuru/${token}/texts`, { body: { texts } })

  test('names the representative, and the texts are accepted by the applicant, by the link in the email', async () => {
    await file()
    const id = await lastId()
    expect(await detail(id)).toMatchObject({ filedBy: 'Selin Erdem', areTextsPending: true, texts: [] })
    // The store gets its email when there is something to decide about.
    expect(await mails()).toEqual(['applicant'])
    const values = dealerForm()
    expect(codeOf(await act(id, 'approve', { values }))).toBe('application_texts_open')

    const token = await linkOf(id)
    const page = (await applicant.follow(token)).body as Application
    expect(page).toMatchObject({
      filedBy: 'Selin Erdem',
      texts: [{ kind: 'dealer_contract' }, { kind: 'privacy_notice' }],
    })
    expect(codeOf(await accept(token, representative, page.texts))).toBe('application_texts_applicant_only')
    expect(codeOf(await accept(token, applicant, page.texts.slice(1)))).toBe('application_texts_missing')
    expect((await accept(token, applicant, page.texts)).body).toMatchObject({ texts: [] })
    expect(await mails()).toEqual(['applicant', 'store'])
    expect(await detail(id)).toMatchObject({
      areTextsPending: false,
      texts: [{ kind: 'dealer_contract', address: applicant.address }, { kind: 'privacy_notice' }],
    })
    // A second click.
    expect((await accept(token, applicant, page.texts)).status).toBe(200)
    expect((await act(id, 'approve', { values })).status).toBe(200)
  })

  test('returns the link to the representative only where applicants get no emails', async () => {
    expect((await file()).body).toMatchObject({ token: expect.any(String) })
    const env = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://bayi.example.com' }
    const mailing = await openTestShop({ env, now: () => clock })
    try {
      const actor = await addAdmin(mailing.database.pool)
      const visitor = await mailing.signedIn(actor)
      const body = await (await newApplicant(mailing, wait)).fillIn({ texts: [] })
      const sent = await visitor.send('POST', '/api/applications', { body })
      expect(sent.body).toEqual({ applicationNo: expect.any(String), token: null })
    } finally {
      await mailing.close()
    }
  })

  test('with a text that was published meanwhile is read again', async () => {
    await file()
    const token = await linkOf(await lastId())
    const { texts } = (await applicant.follow(token)).body as Application
    await publish('dealer_contract', '<p>Yeni</p>', 1)
    expect(codeOf(await accept(token, applicant, texts))).toBe('application_text_changed')
    expect((await detail(await lastId())).areTextsPending).toBe(true)
  })

  test('needs no texts where the store has published none, and the store is told at once', async () => {
    await shop.database.pool.execute('TRUNCATE text_versions CASCADE')
    await file()
    expect(await detail(await lastId())).toMatchObject({ areTextsPending: false, filedBy: 'Selin Erdem' })
    expect(await mails()).toEqual(['applicant', 'store'])
  })

  test('is not limited by the network, but by the email address', async () => {
    for (let i = 1; i <= 6; i += 1) expect((await file({ email: `deniz${i}@example.com` })).status).toBe(200)
    for (let i = 1; i <= 3; i += 1) expect((await file({ email: 'deniz@example.com' })).status).toBe(200)
    expect((await file({ email: 'deniz@example.com' })).status).toBe(429)
  })

  test('of a company that is a dealer says so', async () => {
    const { dealer } = people.other
    const { pool } = shop.database
    await pool.execute('UPDATE dealers SET tax_number = $2 WHERE id = $1', [dealer?.id, company.taxNumber])
    expect(codeOf(await file())).toBe('application_dealer_exists')
    await pool.execute('UPDATE dealers SET tax_number = NULL WHERE id = $1', [dealer?.id])
  })

  test('is one of the applicant for staff without dealers', async () => {
    const { pool } = shop.database
    const other = await addAdmin(pool)
    await pool.execute("UPDATE users SET user_role = 'catalog' WHERE id = $1", [other.userId])
    const body = await applicant.fillIn({ texts: [] })
    const sent = await (await shop.signedIn(other)).send('POST', '/api/applications', { body })
    expect(codeOf(sent)).toBe('application_texts_missing')
  })
})

describe('the representative of a new dealer', () => {
  let seller: Actor
  let ofRegion: Actor

  beforeAll(async () => {
    const { pool } = shop.database
    seller = await addAdmin(pool)
    ofRegion = await addAdmin(pool)
    await pool.execute("UPDATE users SET user_role = 'representative' WHERE id = ANY ($1)", [
      [seller.userId, ofRegion.userId],
    ])
    await pool.execute("INSERT INTO representative_regions (name, user_id) VALUES ('istanbul', $1)", [ofRegion.userId])
  })
  afterAll(() => shop.database.pool.execute('DELETE FROM representative_regions'))

  const representativeOf = async (id: number) => {
    const { dealer } = await detail(id)
    const row = await shop.database.pool.one<{ user_id: number }>(
      'SELECT user_id FROM dealer_representatives WHERE dealer_id = $1',
      [dealer?.id],
    )
    return row?.user_id
  }

  test('is proposed: the one who filed it, and the one of the province otherwise', async () => {
    const { id } = await applied()
    expect((await detail(id)).representatives).toMatchObject({ proposed: null, byRegion: { id: ofRegion.userId } })
    await shop.database.pool.execute('UPDATE applications SET filed_by = $2 WHERE id = $1', [id, seller.userId])
    const { representatives, proposal } = await detail(id)
    expect(representatives.proposed).toBe(seller.userId)
    expect(proposal.representative).toBe(seller.name)
  })

  test('is the chosen one, or the one of the province', async () => {
    const first = await applied()
    const chosen = { values: dealerForm(), representativeId: seller.userId }
    expect((await act(first.id, 'approve', chosen)).status).toBe(200)
    expect(await representativeOf(first.id)).toBe(seller.userId)

    const second = await applied({ taxNumber: '10000000146', email: 'deniz2@example.com' })
    const values = dealerForm({ code: 'YENI-2', taxNumber: '10000000146', email: 'deniz2@example.com' })
    expect((await act(second.id, 'approve', { values, representativeId: null })).status).toBe(200)
    expect(await representativeOf(second.id)).toBe(ofRegion.userId)
  })

  test('is somebody who works with dealers: nothing is approved otherwise', async () => {
    const { id } = await applied()
    const answer = await act(id, 'approve', { values: dealerForm(), representativeId: people.dealer.userId })
    expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
    expect(await detail(id)).toMatchObject({ state: 'new', dealer: null })
  })
})
