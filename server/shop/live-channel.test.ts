import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { hashPassword } from '#server/account/account.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let origin: string
let dealer: Actor
let admin: Actor

beforeAll(async () => {
  shop = await openTestShop()
  dealer = await addDealer(shop.database.pool)
  admin = await addAdmin(shop.database.pool)
  origin = await shop.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => shop.close())

async function dial({ cookies }: TestVisitor) {
  const cookie = Object.entries(cookies)
    .map((pair) => pair.join('='))
    .join('; ')
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, { headers: { cookie }, origin })
  const told: { type: string; onlineUsers: { id: number; status: string }[] }[] = []
  socket.on('message', (data) => told.push(JSON.parse((data as Buffer).toString()) as (typeof told)[number]))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const ask = () => socket.send(JSON.stringify({ type: 'checkOnlineUsers', domain: 'localhost' }))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  return { socket, told, ask, closed }
}

test('sends the list of online users to administrators only', async () => {
  const [person, staff] = [await dial(await shop.signedIn(dealer)), await dial(await shop.signedIn(admin))]
  person.ask()
  await vi.waitFor(
    () => {
      staff.ask()
      expect(staff.told.at(-1)?.onlineUsers).toMatchObject([{ id: dealer.userId, status: 'online' }])
    },
    { timeout: 60_000, interval: 700 },
  )
  expect(staff.told.every(({ type }) => type === 'updateOnlineUsers')).toBe(true)
  expect(person.told).toEqual([])
  person.socket.close()
  staff.socket.close()
})

test('closes the connection when the session ends: signing out, a new password, a disabled user or dealer', async () => {
  const { pool } = shop.database
  const passwordHash = await hashPassword('demo1234')
  const people = await Promise.all(Array.from({ length: 4 }, () => addDealer(pool, { passwordHash })))
  const [leaver, changer, user, company] = people.map((actor) => ({ actor, visitor: shop.signedIn(actor) }))
  if (!leaver || !changer || !user || !company) throw new Error('four people')
  const [stays, ...ended] = await Promise.all(
    [dealer, leaver.actor, changer.actor, user.actor, company.actor].map(async (actor) =>
      dial(actor === leaver.actor ? await leaver.visitor : await shop.signedIn(actor)),
    ),
  )
  const visitor = await leaver.visitor
  expect((await visitor.send('POST', '/api/account/logout')).status).toBe(200)
  const change = { currentPassword: 'demo1234', password: 'yeni parola 7', passwordVerify: 'yeni parola 7' }
  const changed = await (await changer.visitor).send('POST', '/api/catalog/account/settings', { body: change })
  expect(changed.status).toBe(200)
  await pool.execute('UPDATE users SET disabled_at = now() WHERE id = $1', [user.actor.userId])
  await pool.execute('UPDATE dealers SET disabled_at = now() WHERE id = $1', [company.actor.dealer?.id])
  expect(await Promise.all(ended.map(({ closed }) => closed))).toEqual([4401, 4401, 4401, 4401])
  expect(stays?.socket.readyState).toBe(WebSocket.OPEN)
})
