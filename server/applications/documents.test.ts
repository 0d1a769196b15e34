import { readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applicationFilePath } from '#contract/core/application-paths.ts'
import type { ApplicationFile } from '#contract/shop/applications.ts'
import { blankPhoto, photoWithPlace, secretPlace } from '#server/fault-reports/test-photos.ts'
import { addPeople, type People } from '#testing/people.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop } from '#testing/shop.ts'
import { applicationsFolder, purgeApplicationFiles } from './applications.ts'
import { type Applicant, newApplicant, pdf } from './test-applications.ts'

let shop: TestShop
let people: People
let applicant: Applicant
let key: string
let folder: string
let clock = new Date()
const wait = () => {
  clock = new Date(clock.getTime() + 60_000)
}

beforeAll(async () => {
  shop = await openTestShop({ now: () => clock })
  people = await addPeople(shop)
  folder = applicationsFolder(shop.app.files).place
  applicant = await newApplicant(shop, wait)
  key = (await applicant.openForm()).key
})
afterAll(() => shop.close())

const upload = (content: Buffer, name = 'levha.pdf') => applicant.upload(key, 'tax_certificate', content, name)
const uploaded = async (content: Buffer, name?: string) => (await upload(content, name)).body as ApplicationFile

describe('a document', () => {
  test('that is a PDF is stored as it is, under a name that nobody can guess', async () => {
    const { file, type, name } = await uploaded(pdf, '../../etc/Vergi levhası.exe')
    expect([type, name]).toEqual(['pdf', 'Vergi levhası.pdf'])
    expect(file).toMatch(/^[0-9a-f]{32}$/)
    expect(await readFile(join(folder, file))).toEqual(pdf)
  })

  test('that is a picture is drawn anew, without where it was taken', async () => {
    const { file, type } = await uploaded(await photoWithPlace(), 'levha.png')
    const content = await readFile(join(folder, file))
    expect(type).toBe('picture')
    expect(content.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    expect(content.includes(secretPlace)).toBe(false)
  })

  test.each([
    ['a PDF that is none', Buffer.from('MZ this program'), 422],
    ['the head of a PDF alone', Buffer.from('%PDF-1.7\n'), 422],
    ['a page', Buffer.from('<html><script>alert(1)</script>'), 422],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="a()"/>'), 422],
    ['nothing', Buffer.alloc(0), 422],
    ['a file of 50 MB', Buffer.alloc(50 * 2 ** 20, 32), 413],
  ])('that is %s is refused with a sentence and not stored', async (_, content, status) => {
    const before = await readdir(folder)
    const refused = await upload(content)
    expect([refused.status, typeof sentenceOf(refused)]).toEqual([status, 'string'])
    expect(await readdir(folder)).toEqual(before)
  })

  test('needs a form of this shop', async () => {
    expect(codeOf(await applicant.upload('a.b'))).toBe('application_form_expired')
  })

  test('is opened by administrators alone, and not before it belongs to an application', async () => {
    const body = await applicant.fillIn()
    const path = applicationFilePath((body['files'] as string[])[0] ?? '')
    const admin = await shop.signedIn(people.admin)
    expect((await admin.send('GET', path)).status).toBe(404)
    expect((await applicant.send(body)).status).toBe(200)
    const visitors = [await shop.guest(), await shop.signedIn(people.dealer), admin]
    const answers = await Promise.all(visitors.map((visitor) => visitor.send('GET', path)))
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 200])
    expect(answers[2]?.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    })
    expect((await admin.send('GET', applicationFilePath('0'.repeat(32)))).status).toBe(404)
    expect((await admin.send('GET', applicationFilePath('..%2f..%2fsecret'))).status).toBe(404)
  })

  test('is removed after a day without an application, or with it', async () => {
    const { pool } = shop.database
    const { file } = await uploaded(await blankPhoto(20, 20).png().toBuffer(), 'a.png')
    await pool.execute("UPDATE application_files SET created_at = now() - interval '25 hours' WHERE file = $1", [file])
    await purgeApplicationFiles(pool, applicationsFolder(shop.app.files))
    expect(await readdir(folder)).not.toContain(file)
    const kept = await pool.query<{ file: string }>(
      'SELECT file FROM application_files WHERE application_id IS NOT NULL',
    )
    expect(await readdir(folder)).toEqual(expect.arrayContaining(kept.map((row) => row.file)))
    await pool.execute('DELETE FROM applications')
    const yesterday = new Date(Date.now() - 25 * 3600 * 1000)
    for (const row of kept) await utimes(join(folder, row.file), yesterday, yesterday)
    await purgeApplicationFiles(pool, applicationsFolder(shop.app.files))
    const left = await readdir(folder)
    expect(kept.filter((row) => left.includes(row.file))).toEqual([])
  })
})
