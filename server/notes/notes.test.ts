import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notesMax } from '#domain/notes/note.ts'
import { addPeople, type People, photo } from '#testing/people.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { allNotesOf, newKey, notesOf, pdf, post, postAsStore, sentMails, unread, upload } from './test-notes.ts'

let shop: TestShop
let people: People
let dealer: TestVisitor
let colleague: TestVisitor
let other: TestVisitor
let admin: TestVisitor
let order: string

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  await shop.settle()
  await shop.setSetting('storeEmail', 'satis@toptan.example')
  order = `order/${people.orderNo}`
  dealer = await shop.signedIn(people.dealer)
  colleague = await shop.signedIn(people.noRight)
  other = await shop.signedIn(people.other)
  admin = await shop.signedIn(people.admin)
})
beforeEach(async () => {
  await shop.database.pool.execute('DELETE FROM note_threads')
  await shop.database.pool.execute('DELETE FROM outbox')
})
afterAll(() => shop.close())

describe('a thread', () => {
  test('of an order, an offer and a fault report is shared by the dealer and the store', async () => {
    for (const subject of [order, `offer/${people.offer.offerNo}`, `fault_report/${people.fault.reportNo}`]) {
      await post(dealer, subject, { text: ' Ne zaman gelir?\0 ' })
      await postAsStore(admin, subject, { text: 'Yarın.' })
      expect((await notesOf(colleague, subject)).map(({ text, side, isUnread }) => [text, side, isUnread])).toEqual([
        ['Ne zaman gelir?', 'dealer', false],
        ['Yarın.', 'store', true],
      ])
      expect(await allNotesOf(admin, subject)).toHaveLength(2)
    }
  })

  test('does not show dealers the names of staff', async () => {
    await postAsStore(admin, order, { text: 'Yarın.' })
    expect((await notesOf(dealer, order)).map(({ author }) => author)).toEqual([null])
    expect((await allNotesOf(admin, order)).map(({ author }) => typeof author)).toEqual(['string'])
  })

  test('of another dealer is answered like one that does not exist', async () => {
    await post(dealer, order, { text: 'Gizli' })
    const body = { text: 'a', files: [], key: newKey() }
    for (const [method, rest, sent] of [
      ['GET', '', {}],
      ['POST', '', { body }],
      ['POST', '/read', { body: { last: 1 } }],
    ] as const) {
      const foreign = await other.send(method, `/api/catalog/notes/${order}${rest}`, sent)
      const unknown = await other.send(method, `/api/catalog/notes/order/S2020999999${rest}`, sent)
      expect([foreign.status, codeOf(foreign)]).toEqual([404, 'note_subject_not_found'])
      expect(foreign.text).toBe(unknown.text)
    }
    expect(await notesOf(dealer, order)).toHaveLength(1)
  })

  test('keeps markup and script as text', async () => {
    const text = '<script>alert(1)</script> <b>kalın</b> &amp; "tırnak"'
    await post(dealer, order, { text })
    expect((await allNotesOf(admin, order))[0]?.text).toBe(text)
  })

  test('stores no card numbers', async () => {
    await post(dealer, order, { text: 'Kartım 4111 1111 1111 1111' })
    expect((await allNotesOf(admin, order))[0]?.text).not.toContain('1111 1111 1111')
  })

  test('ends with five hundred notes', async () => {
    await post(dealer, order, { text: 'ilk' })
    await shop.database.pool.execute(
      `INSERT INTO notes (thread_id, side, user_id, text, request_key, created_at)
       SELECT t.id, 'store', $1, 'x', 'doldurma-' || n, now() - interval '2 hours'
         FROM note_threads t, generate_series(2, $2::int) n`,
      [people.admin.userId, notesMax],
    )
    const refused = await post(dealer, order, { text: 'fazla' })
    expect([refused.status, sentenceOf(refused)]).toEqual([409, expect.stringContaining('500')])
  })
})

describe('a note', () => {
  test('is written once when it is sent twice at the same time, and again later', async () => {
    const key = newKey()
    const answers = await Promise.all([1, 2, 3].map(() => post(dealer, order, { text: 'Bir kez', key })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await post(dealer, order, { text: 'Bir kez', key })
    expect(await notesOf(dealer, order)).toHaveLength(1)
    expect(await sentMails(shop)).toHaveLength(1)
  })

  test.each([
    ['an empty text without files', { text: '  \0 ' }, 422],
    ['a text of 1 MB', { text: 'a'.repeat(2 ** 20) }, 413],
    ['a text of 4,001 characters', { text: 'ş'.repeat(4001) }, 422],
    ['no key', { text: 'a', key: '' }, 422],
    ['a file twice', { text: 'a', files: ['0'.repeat(32), '0'.repeat(32)] }, 422],
    ['six files', { text: 'a', files: [1, 2, 3, 4, 5, 6].map((digit) => String(digit).repeat(32)) }, 422],
    ['a file that does not exist', { text: 'a', files: ['0'.repeat(32)] }, 422],
  ])('with %s is refused with a sentence', async (_, body, status) => {
    const refused = await post(dealer, order, body)
    expect([refused.status, typeof sentenceOf(refused)]).toEqual([status, 'string'])
    expect(await notesOf(dealer, order)).toEqual([])
  })

  test('of a dealer cannot be internal', async () => {
    await post(dealer, order, { text: 'a', isInternal: true })
    expect((await allNotesOf(admin, order)).map(({ isInternal }) => isInternal)).toEqual([false])
  })
})

describe('unread notes', () => {
  test('are counted for the other side until they are opened', async () => {
    await post(dealer, order, { text: 'bir' })
    await post(dealer, order, { text: 'iki' })
    await postAsStore(admin, order, { text: 'iç', isInternal: true })
    expect(await unread(admin, '/yonetim/unread-notes')).toEqual([
      { kind: 'order', number: people.orderNo, count: 2, id: people.orderId },
    ])
    expect(await unread(dealer)).toEqual([])
    const [first] = await allNotesOf(admin, order)
    await admin.send('POST', `/yonetim/notes/${order}/read`, { body: { last: first?.id } })
    expect((await unread(admin, '/yonetim/unread-notes')).map(({ count }) => count)).toEqual([1])
    // Notes that nobody has written yet stay unread.
    await admin.send('POST', `/yonetim/notes/${order}/read`, { body: { last: 2 ** 40 } })
    await post(dealer, order, { text: 'üç' })
    expect((await unread(admin, '/yonetim/unread-notes')).map(({ count }) => count)).toEqual([1])
  })

  test('of a dealer are opened by any of its users', async () => {
    await postAsStore(admin, order, { text: 'a' })
    expect(await unread(dealer)).toEqual([{ kind: 'order', number: people.orderNo, count: 1 }])
    expect(await unread(other)).toEqual([])
    const [note] = await notesOf(colleague, order)
    await colleague.send('POST', `/api/catalog/notes/${order}/read`, { body: { last: note?.id } })
    expect(await unread(dealer)).toEqual([])
  })
})

describe('files', () => {
  const open = (visitor: TestVisitor, file: string) => visitor.send('GET', `/account/notes/${file}`)

  test('are opened by the dealer and the store only', async () => {
    const file = await upload(dealer, '../<b>İrsaliye</b>.pdf', pdf)
    expect([file.kind, file.name]).toEqual(['pdf', 'b.pdf'])
    expect((await open(admin, file.file)).status).toBe(404)
    await post(dealer, order, { text: '', files: [file.file] })
    const found = await open(admin, file.file)
    expect(found.status).toBe(200)
    expect(found.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="b\.pdf"/),
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect((await open(colleague, file.file)).status).toBe(200)
    expect((await open(other, file.file)).status).toBe(404)
    expect((await open(await shop.guest(), file.file)).status).toBe(401)
    expect((await open(dealer, '..%2f..%2fsecret')).status).toBe(404)
  })

  test('of internal notes are hidden from the dealer', async () => {
    const file = await upload(admin, 'maliyet.pdf', pdf, '/yonetim/note-files')
    await postAsStore(admin, order, { text: 'a', files: [file.file], isInternal: true })
    expect((await open(admin, file.file)).status).toBe(200)
    expect((await open(dealer, file.file)).status).toBe(404)
  })

  test('that are pictures are drawn anew', async () => {
    const file = await upload(dealer, 'Foto.PNG', Buffer.concat([photo, Buffer.from('gizli konum')]))
    expect(file).toMatchObject({ kind: 'picture', name: 'Foto.jpg', width: 1, height: 1 })
    const { headers, text } = await open(dealer, file.file)
    expect(headers['content-type']).toBe('image/jpeg')
    expect(text).not.toContain('gizli konum')
  })

  test.each([
    [
      'an SVG drawing',
      'a.png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      422,
    ],
    ['a PDF that is none', 'a.pdf', Buffer.from('MZ this is no PDF'), 422],
    ['a PDF without an end', 'a.pdf', Buffer.from('%PDF-1.4 and nothing'), 422],
    ['an empty file', 'a.pdf', Buffer.alloc(0), 422],
    ['a file of 9 MB', 'a.pdf', Buffer.alloc(9 * 2 ** 20, 32), 413],
  ])('that are %s are refused', async (_, name, body, status) => {
    const refused = await dealer.send('POST', `/api/catalog/note-files?name=${name}`, { body })
    expect([refused.status, typeof sentenceOf(refused)]).toEqual([status, 'string'])
  })

  test('of another user cannot be attached, nor one file to two notes', async () => {
    const file = await upload(dealer, 'a.pdf', pdf)
    expect(codeOf(await post(colleague, order, { text: 'a', files: [file.file] }))).toBe('note_file_missing')
    expect((await post(dealer, order, { text: 'a', files: [file.file] })).status).toBe(200)
    expect(codeOf(await post(dealer, order, { text: 'b', files: [file.file] }))).toBe('note_file_missing')
    expect(await notesOf(dealer, order)).toHaveLength(1)
  })
})
