import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addPeople, type People } from '#testing/people.ts'
import { callFromSecondProcess, openTransactions } from '#testing/second-process.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { type Applicant, dealerForm, newApplicant } from './test-applications.ts'

let shop: TestShop
let people: People
let applicant: Applicant
/** Forms are opened an hour before the clock of the second process. */
const now = new Date(Date.now() - 3600 * 1000)
const minutes = { past: 0 }

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now.getTime() + minutes.past * 60_000) })
  people = await addPeople(shop)
  applicant = await newApplicant(shop, () => {
    minutes.past += 1
  })
})
beforeEach(async () => {
  await shop.database.pool.execute('TRUNCATE applications, application_files CASCADE')
  await shop.database.pool.execute('DELETE FROM outbox')
})
afterAll(() => shop.close())

/** Rows that the approval, or the form, makes. */
async function counts(): Promise<object | undefined> {
  return shop.database.pool.one(
    `SELECT (SELECT count(*)::int FROM applications) AS applications,
            (SELECT count(*)::int FROM applications WHERE state = 'approved') AS approved,
            (SELECT count(*)::int FROM dealers WHERE code = 'YENI-1') AS dealers,
            (SELECT count(*)::int FROM users WHERE email = 'deniz@example.com') AS users,
            (SELECT count(*)::int FROM one_time_links l JOIN users u ON u.id = l.user_id
              WHERE u.email = 'deniz@example.com') AS invitations,
            (SELECT count(*)::int FROM outbox) AS emails`,
  )
}

async function callOf(path: string, failpoint: string, input: { params?: object; body: object }) {
  const { url } = shop.database
  const answer = await callFromSecondProcess({ url, actor: people.admin, key: 'key', path, failpoint, input })
  await expect.poll(() => openTransactions(shop.database.pool), { timeout: 10_000 }).toBe(0)
  return answer
}

const nothing = { applications: 0, approved: 0, dealers: 0, users: 0, invitations: 0, emails: 0 }

test('a kill -9 before the commit leaves nothing of an application; sending it again results in one', async () => {
  const body = await applicant.fillIn()
  expect(await callOf('/api/applications', 'application.before_commit', { body })).toBe(null)
  expect(await counts()).toEqual(nothing)
  expect((await applicant.send(body)).status).toBe(200)
  expect(await counts()).toEqual({ ...nothing, applications: 1, emails: 2 })
})

test('a kill -9 before the commit leaves nothing of an approval; approving again makes one dealer', async () => {
  await applicant.send(await applicant.fillIn())
  await shop.database.pool.execute('DELETE FROM outbox')
  const row = await shop.database.pool.one<{ id: number }>('SELECT id FROM applications')
  const input = { params: { id: String(row?.id) }, body: { values: dealerForm() } }
  const path = '/yonetim/applications/:id/approve'
  expect(await callOf(path, 'application.before_approved', input)).toBe(null)
  expect(await counts()).toEqual({ ...nothing, applications: 1 })
  expect(await callOf(path, 'none', input)).toMatchObject({ ok: true })
  const done = { ...nothing, applications: 1, approved: 1, dealers: 1, users: 1, invitations: 1, emails: 1 }
  expect(await counts()).toEqual(done)
})
