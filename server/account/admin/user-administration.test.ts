import { describe, expect, test } from 'vitest'
import type { UserValues } from '#contract/admin/users.ts'
import { addAdmin, addColleague, addDealer, addProduct, fillCart, setPrice } from '#testing/store-rows.ts'
import { codeOf, sentenceOf, testSecret } from '#testing/shop.ts'
import { accountMailJob, sendAccountMail } from '#server/account/account.ts'
import {
  admin,
  dealer,
  fieldsOf,
  lastAudit,
  shop,
  signInStaff,
  staff,
  userOf,
  useTestUsers,
} from '#server/account/test-users.ts'

useTestUsers()

describe('managing users', () => {
  const newUser = (parts: Partial<UserValues> = {}): UserValues => {
    const email = `yeni${Math.random()}@example.com`
    const userRole = parts.role === 'admin' ? 'full' : 'buyer'
    return {
      email,
      name: 'Yeni',
      role: 'dealer',
      dealer: dealer.dealer?.code ?? '',
      canOrder: true,
      userRole,
      ...parts,
    }
  }
  const create = (values: UserValues, invite = false) =>
    staff.send('POST', '/yonetim/users', { body: { values, invite } })
  const change = async (id: number, parts: Partial<UserValues>, visitor = staff) => {
    const { values } = await userOf(id)
    const userRole = parts.role === undefined ? {} : { userRole: parts.role === 'admin' ? 'full' : 'buyer' }
    return visitor.send('PATCH', `/yonetim/users/${id}`, {
      body: { before: values, values: { ...values, ...userRole, ...parts } },
    })
  }
  const state = (id: number, isDisabled: boolean, visitor = staff) =>
    visitor.send('POST', `/yonetim/users/${id}/state`, { body: { isDisabled } })

  let email = ''
  async function tokensSent(): Promise<string[]> {
    const { pool } = shop.database
    const jobs = await pool.query<{ data: object }>('DELETE FROM outbox WHERE name = $1 RETURNING data', [
      accountMailJob,
    ])
    const tokens: string[] = []
    const send = ({ text }: { text: string }) => {
      email = text
      tokens.push(/account\/password\/([\w-]+)/.exec(text)?.[1] ?? '')
      return Promise.resolve()
    }
    for (const { data } of jobs) {
      await sendAccountMail(
        { pool, mailer: { send }, publicUrl: 'https://toptan.test', secret: testSecret },
        data,
        'key',
      )
    }
    return tokens
  }

  test('invites users by an email valid for 7 days, which can be sent again or revoked and sets the password once', async () => {
    const { id } = (await create(newUser(), true)).body as { id: number }
    const [first = ''] = await tokensSent()
    expect(email).toContain(`Firma: ${dealer.dealer?.name}`)
    const invited = await userOf(id)
    expect(invited.access).toBe('invited')
    expect(Math.round((Date.parse(invited.invitedUntil ?? '') - Date.now()) / 3_600_000)).toBe(7 * 24)
    await staff.send('POST', `/yonetim/users/${id}/invitation`)
    const [second = ''] = await tokensSent()
    const guest = await shop.guest()
    expect((await guest.send('GET', `/api/account/password/${first}`)).status).toBe(404)
    await staff.send('DELETE', `/yonetim/users/${id}/invitation`)
    expect((await guest.send('GET', `/api/account/password/${second}`)).status).toBe(404)
    expect(await userOf(id)).toMatchObject({ access: 'none' })
    await staff.send('POST', `/yonetim/users/${id}/invitation`)
    const [third = ''] = await tokensSent()
    const body = { password: 'yepyeni-1', passwordVerify: 'yepyeni-1' }
    expect((await guest.send('POST', `/api/account/password/${third}`, { body })).status).toBe(200)
    expect((await userOf(id)).access).toBe('ready')
    // This shop has no mail server: a link for a new password replaces the email that the user could request.
    const { invitationLink } = (await staff.send('POST', `/yonetim/users/${id}/invitation`)).body as {
      invitationLink: string
    }
    expect((await guest.send('GET', `/api${new URL(invitationLink).pathname}`)).body).toMatchObject({ kind: 'reset' })
    expect(await lastAudit()).toMatchObject({ action: 'password_link', noun: 'user' })
    expect((await userOf(id)).access).toBe('ready')
  })

  test('returns the link of an invitation once in a shop without a mail server, to the administrator who makes it', async () => {
    const created = await create(newUser(), true)
    const { id, invitationLink } = created.body as { id: number; invitationLink: string }
    expect(await tokensSent()).toEqual([invitationLink.split('/').at(-1)])
    expect((await staff.send('GET', `/yonetim/users/${id}`)).text).not.toContain(invitationLink)
    const again = (await staff.send('POST', `/yonetim/users/${id}/invitation`)).body as { invitationLink: string }
    const guest = await shop.guest()
    const open = (link: string) => guest.send('GET', `/api${new URL(link).pathname}`)
    expect((await open(invitationLink)).status).toBe(404)
    expect((await open(again.invitationLink)).body).toMatchObject({ kind: 'invite' })
    // A dealer's user who becomes an administrator is invited too.
    const promoted = await change(dealer.userId, { role: 'admin', dealer: '' })
    expect((await open((promoted.body as { invitationLink: string }).invitationLink)).status).toBe(200)
    expect((await create(newUser())).body).toMatchObject({ invitationLink: null })
    await tokensSent()
  })

  test('sends no email for an invitation revoked before it was sent', async () => {
    const { id } = (await create(newUser(), true)).body as { id: number }
    await staff.send('DELETE', `/yonetim/users/${id}/invitation`)
    expect(await tokensSent()).toEqual([])
  })

  test('rejects invalid fields with their messages', async () => {
    const wrong = await create({ ...newUser(), email: 'yok', name: ' ', dealer: '' })
    expect(Object.keys(fieldsOf(wrong)).toSorted()).toEqual(['dealer', 'email', 'name'])
    expect(Object.keys(fieldsOf(await create(newUser({ dealer: 'YOK-BÖYLE' }))))).toEqual(['dealer'])
    expect(Object.keys(fieldsOf(await create(newUser({ email: dealer.email.toUpperCase() }))))).toEqual(['email'])
  })

  test('disabling a user or changing role or dealer ends the sessions; a changed right applies to the next request', async () => {
    const { pool } = shop.database
    const colleague = await addColleague(pool, dealer.dealer!)
    const other = await addDealer(pool)
    const open = async () => (await shop.signedIn(colleague)).send('GET', '/api/catalog/cart')
    const sessions = () => pool.query('SELECT FROM sessions WHERE user_id = $1', [colleague.userId])
    await open()
    await change(colleague.userId, { canOrder: false })
    expect(await sessions()).toHaveLength(1)
    await change(colleague.userId, { dealer: other.dealer?.code ?? '' })
    expect(await sessions()).toHaveLength(0)
    await open()
    await state(colleague.userId, true)
    expect(await sessions()).toHaveLength(0)
    expect((await open()).status).toBe(401)
    await state(colleague.userId, false)
  })

  test('promoting a user to administrator removes the short password and sends an email', async () => {
    const { pool } = shop.database
    const colleague = await addColleague(pool, dealer.dealer!, { passwordHash: 'x' })
    expect((await change(colleague.userId, { role: 'admin' })).body).toMatchObject({
      role: 'admin',
      dealer: null,
      access: 'invited',
    })
    const [token = ''] = await tokensSent()
    const guest = await shop.guest()
    const short = { password: 'yepyeni-1', passwordVerify: 'yepyeni-1' }
    expect(codeOf(await guest.send('POST', `/api/account/password/${token}`, { body: short }))).toBe(
      'password_length_admin',
    )
    await state(colleague.userId, true)
  })

  test('administrators cannot disable or demote themselves; of two who disable each other one remains', async () => {
    expect(codeOf(await state(admin.userId, true))).toBe('own_account')
    expect(codeOf(await change(admin.userId, { role: 'dealer', dealer: dealer.dealer?.code ?? '' }))).toBe(
      'own_account',
    )
    const { pool } = shop.database
    const [one, two] = [await addAdmin(pool), await addAdmin(pool)]
    await pool.execute("UPDATE users SET disabled_at = now() WHERE role = 'admin' AND id <> ALL ($1)", [
      [one.userId, two.userId],
    ])
    const [a, b] = [await shop.signedIn(one), await shop.signedIn(two)]
    await Promise.all([state(two.userId, true, a), state(one.userId, true, b)])
    const left = await pool.query("SELECT FROM users WHERE role = 'admin' AND disabled_at IS NULL")
    expect(left).toHaveLength(1)
    await pool.execute('UPDATE users SET disabled_at = NULL WHERE id = $1', [admin.userId])
    await signInStaff()
  })

  test('refuses a change of fields that changed since they were read', async () => {
    const { values: before } = await userOf()
    const save = (parts: Partial<UserValues>) =>
      staff.send('PATCH', `/yonetim/users/${dealer.userId}`, { body: { before, values: { ...before, ...parts } } })
    expect((await save({ name: 'Bir' })).status).toBe(200)
    const late = await save({ name: 'İki' })
    expect([late.status, fieldsOf(late)]).toEqual([409, { name: 'Bu arada değişti; şimdi: Bir' }])
  })

  test('finds users by name, email and dealer, and filters them', async () => {
    const ids = async (query: string) =>
      ((await staff.send('GET', `/yonetim/users?${query}`)).body as { items: { id: number }[] }).items.map(
        ({ id }) => id,
      )
    const { pool } = shop.database
    const noRight = await addColleague(pool, dealer.dealer!, { canOrder: false })
    expect(await ids(`q=${dealer.email}`)).toEqual([dealer.userId])
    expect(await ids(`dealer=${dealer.dealer?.id}&show=no_order`)).toEqual([noRight.userId])
    expect(await ids(`dealer=${dealer.dealer?.id}&sort=-email`)).toEqual([noRight.userId, dealer.userId])
    expect(await ids('show=admin')).toContain(admin.userId)
  })
})

describe('impersonating a dealer’s user', () => {
  test('shows what the user sees, allows no changes, is audited, and ends', async () => {
    const { pool } = shop.database
    const product = await addProduct(pool, { stock: 10 })
    await fillCart(pool, dealer, [{ unitId: product.unitId, quantity: 3 }])
    const viewer = await shop.signedIn(admin)
    expect((await viewer.send('POST', `/yonetim/users/${dealer.userId}/view`)).status).toBe(200)
    expect(await lastAudit()).toMatchObject({ user_id: admin.userId, action: 'view_as', noun_id: dealer.email })
    expect((await viewer.send('GET', '/api/visitor')).body).toMatchObject({
      user: { id: dealer.userId, role: 'dealer', viewer: admin.name },
    })
    const own = await shop.signedIn(dealer)
    await own.send('GET', '/api/catalog/cart')
    await setPrice(pool, product.unitId, 7)
    // A new price is reported to the dealer once, however often staff see it.
    for (const visitor of [viewer, viewer, own]) {
      const { body } = await visitor.send('GET', '/api/catalog/cart')
      expect(body).toMatchObject([{ quantity: 3, previousPrice: { currency: 'TRY' } }])
    }
    expect(codeOf(await viewer.send('GET', '/yonetim/users'))).toBe('forbidden')
    for (const [method, url, body] of [
      ['POST', `/api/catalog/cart/${product.id}`, { quantity: 1, productValue: product.unitId }],
      ['POST', '/api/catalog/settings', { key: 'productListView', value: 'grid' }],
      ['POST', '/api/catalog/account/settings', {}],
      ['DELETE', '/api/catalog/cart', undefined],
      ['POST', `/yonetim/users/${dealer.userId}/view`, undefined],
    ] as const) {
      const answer = await viewer.send(method, url, body === undefined ? {} : { body })
      expect([answer.status, sentenceOf(answer)]).toEqual([
        403,
        'Mağazaya bayi olarak yalnızca bakıyorsunuz; bu görünümde değişiklik yapılamaz.',
      ])
    }
    expect((await viewer.send('DELETE', '/api/account/view')).body).toEqual({ userId: dealer.userId })
    expect(await lastAudit()).toMatchObject({ user_id: admin.userId, action: 'end_view', noun_id: dealer.email })
    expect((await viewer.send('GET', '/yonetim/users')).status).toBe(200)
  })

  test('ends when the administrator signs out, with an audit entry', async () => {
    const viewer = await shop.signedIn(admin)
    await viewer.send('POST', `/yonetim/users/${dealer.userId}/view`)
    expect((await viewer.send('POST', '/api/account/logout')).body).toEqual({ success: true })
    expect(await lastAudit()).toMatchObject({ user_id: admin.userId, action: 'end_view', noun_id: dealer.email })
    expect((await viewer.send('GET', '/api/visitor')).body).toMatchObject({ user: null })
  })

  test('ends when the user is disabled, and leaves the administrator signed in', async () => {
    const viewer = await shop.signedIn(admin)
    await viewer.send('POST', `/yonetim/users/${dealer.userId}/view`)
    await staff.send('POST', `/yonetim/dealers/${dealer.dealer?.id}/state`, { body: { isDisabled: true } })
    expect((await viewer.send('GET', '/api/visitor')).body).toMatchObject({ user: { id: admin.userId, viewer: null } })
    expect(codeOf(await viewer.send('POST', `/yonetim/users/${dealer.userId}/view`))).toBe('user_disabled')
    expect(codeOf(await viewer.send('POST', `/yonetim/users/${admin.userId}/view`))).toBe('user_not_found')
  })

  test('does not count as presence', async () => {
    const { pool } = shop.database
    const viewer = await shop.signedIn(admin)
    await viewer.send('POST', `/yonetim/users/${dealer.userId}/view`)
    await pool.execute("UPDATE sessions SET last_seen_at = now() - interval '5 minutes'")
    await viewer.send('GET', '/api/visitor')
    expect(await pool.one('SELECT last_seen_at FROM users WHERE id = $1', [dealer.userId])).toEqual({
      last_seen_at: null,
    })
  })
})
