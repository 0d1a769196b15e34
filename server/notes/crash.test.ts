import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addPeople, type People } from '#testing/people.ts'
import { callFromSecondProcess, openTransactions } from '#testing/second-process.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { notesOf, pdf, post, upload } from './test-notes.ts'

const key = 'the-key-of-the-page'

let shop: TestShop
let people: People
let dealer: TestVisitor
let order: string

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  dealer = await shop.signedIn(people.dealer)
  order = `order/${people.orderNo}`
})
beforeEach(() => shop.database.pool.execute('DELETE FROM note_threads'))
afterAll(() => shop.close())

test.each([
  ['notes.after_insert', 0],
  ['notes.before_commit', 0],
  ['none', 1],
])(
  'a kill -9 at %s leaves the note with its file complete or absent; sending it again results in one',
  async (failpoint, left) => {
    const { file } = await upload(dealer, 'a.pdf', pdf)
    const body = { text: 'Bir kez', files: [file], key }
    const answer = await callFromSecondProcess({
      url: shop.database.url,
      actor: people.dealer,
      key,
      path: '/api/catalog/notes/:kind/:number',
      failpoint,
      input: { params: { kind: 'order', number: people.orderNo }, body },
    })
    expect(answer === null).toBe(failpoint !== 'none')
    await expect.poll(() => openTransactions(shop.database.pool)).toBe(0)
    expect(await notesOf(dealer, order)).toHaveLength(left)
    expect((await post(dealer, order, body)).status).toBe(200)
    expect((await notesOf(dealer, order)).map(({ files }) => files.length)).toEqual([1])
  },
)
