import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Letterhead } from '#contract/shop/account-settings.ts'
import { hashPassword } from '#server/account/account.ts'
import { addAdmin, addColleague, addDealer } from '#testing/store-rows.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let actor: Actor
let visitor: TestVisitor
let passwordHash: string

beforeAll(async () => {
  passwordHash = await hashPassword('demo1234')
  folder = await temporaryFolder()
  shop = await openTestShop({ env: { DATA_DIR: folder.path } })
})
afterAll(async () => {
  await shop.close()
  await folder.remove()
})
beforeEach(async () => {
  actor = await addDealer(shop.database.pool, { passwordHash })
  visitor = await shop.signedIn(actor)
})

const save = (body: object, who = visitor) =>
  who.send('POST', '/api/catalog/account/settings', { body: { currentPassword: 'demo1234', ...body } })
const signIn = async (password: string, { email } = actor) =>
  (await (await shop.guest()).send('POST', '/api/account/login', { body: { username: email, password } })).status

describe('changing the password', () => {
  test('signs out other devices and continues on this one; the new password signs in', async () => {
    const tablet = await shop.signedIn(actor)
    const password = 'Yağmurlu-42'
    const answer = await save({ password, passwordVerify: password })
    expect(answer).toMatchObject({ status: 200, body: { success: true, csrf: expect.any(String) } })
    expect([await signIn(password), await signIn('demo1234')]).toEqual([200, 401])
    expect((await tablet.send('GET', '/api/catalog/cart')).status).toBe(401)
    // The previous session id is invalid, on this device too.
    expect((await visitor.send('GET', '/api/catalog/cart')).status).toBe(401)
    const cookie = answer.cookies.find(({ name }) => name === 'toptan_session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    const { csrf } = answer.body as { csrf: string }
    const cookies = { toptan_session: cookie?.value ?? '' }
    const headers = { 'x-csrf-token': csrf, 'x-requested-with': 'XMLHttpRequest' }
    const next = await shop.app.inject({ method: 'DELETE', url: '/api/catalog/cart', cookies, headers })
    expect(next.statusCode).toBe(200)
  })

  test.each([
    ['kisa1', 'kisa1', 'Şifreniz 6 karakterden kısa, 30 karakterden uzun olamaz'],
    ['', 'yağmur42', 'Şifreniz 6 karakterden kısa, 30 karakterden uzun olamaz'],
    ['x1'.repeat(16), 'x1'.repeat(16), 'Şifreniz 6 karakterden kısa, 30 karakterden uzun olamaz'],
    ['yağmur42', '', 'Şifrenizi doğrulamalısınız'],
    ['yağmur42', undefined, 'Şifrenizi doğrulamalısınız'],
    ['yağmur42', 'yağmur43', 'Şifreleriniz eşleşmiyor'],
    ['123456', '123456', 'Bu şifre çok kolay tahmin edilir. Lütfen başka bir şifre seçin.'],
  ])('with %j and %j: %s', async (password, passwordVerify, sentence) => {
    const answer = await save({ password, passwordVerify })
    expect([answer.status, sentenceOf(answer)]).toEqual([422, sentence])
    expect((await visitor.send('GET', '/api/catalog/cart')).status).toBe(200)
  })

  test('changes nothing without input, accepts form data, and requires sign-in', async () => {
    expect((await save({ currentPassword: '', password: '', passwordVerify: '' })).body).toEqual({ success: true })
    expect((await visitor.send('GET', '/api/catalog/cart')).status).toBe(200)
    const form = {
      body: 'password=abc&passwordVerify=abc',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    expect(codeOf(await visitor.send('POST', '/api/catalog/account/settings', form))).toBe('password_length')
    expect((await save({ password: 'a', passwordVerify: 'a' }, await shop.guest())).status).toBe(401)
  })

  test('requires the current password; wrong ones count as failed sign-ins, and the right one clears them', async () => {
    const password = 'Yağmurlu-42'
    const change = (currentPassword?: string) => save({ password, passwordVerify: password, currentPassword })
    for (const missing of [undefined, '']) expect(codeOf(await change(missing))).toBe('password_current_missing')
    for (let i = 0; i < 2; i += 1) expect(await signIn('wrong')).toBe(401)
    for (let i = 0; i < 2; i += 1) {
      const answer = await change('wrong')
      expect([answer.status, sentenceOf(answer)]).toEqual([422, 'Şu anki şifreniz yanlış.'])
    }
    // A mistake in the new password is no guess.
    expect(codeOf(await save({ password: 'kısa', passwordVerify: 'kısa', currentPassword: 'wrong' }))).toBe(
      'password_length',
    )
    expect(await signIn('demo1234')).toBe(200)
    const guesses = await Promise.all(Array.from({ length: 9 }, (_, i) => change(`guess-${i}`)))
    const wrong = guesses.filter((answer) => codeOf(answer) === 'password_current_wrong')
    const stopped = guesses.filter((answer) => codeOf(answer) === 'too_many_attempts')
    expect([wrong.length, stopped.length]).toEqual([5, 4])
    const late = await change('demo1234')
    expect([late.status, codeOf(late), late.headers['retry-after'] === undefined]).toEqual([
      429,
      'too_many_attempts',
      false,
    ])
    await shop.database.pool.execute('DELETE FROM login_failures')
    expect(await signIn('demo1234')).toBe(200)
    expect((await change('demo1234')).status).toBe(200)
  })

  test('accepts a current password that looks like a card number', async () => {
    const likeCard = '4355084355084358'
    expect((await save({ password: likeCard, passwordVerify: likeCard, currentPassword: 'demo1234' })).status).toBe(200)
    const password = 'Yağmurlu-42'
    const body = { password, passwordVerify: password, currentPassword: likeCard }
    expect((await save(body, await shop.signedIn(actor))).status).toBe(200)
  })

  test('is done once when two windows do it at the same time', async () => {
    const password = (i: number) => `Yağmurlu-${i}`
    const answers = await Promise.all(
      [1, 2].map((i) => save({ password: password(i), passwordVerify: password(i), currentPassword: 'demo1234' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 422]))
    const won = answers.findIndex(({ status }) => status === 200) + 1
    expect([await signIn(password(won)), await signIn(password(3 - won))]).toEqual([200, 401])
  })

  test('requires a longer one from administrators', async () => {
    const admin = await shop.signedIn(await addAdmin(shop.database.pool, passwordHash))
    expect(codeOf(await save({ password: 'yağmur42', passwordVerify: 'yağmur42' }, admin))).toBe(
      'password_length_admin',
    )
    const long = 'yağmurlu bir gün 42 kez geldi, gitti'
    expect((await save({ password: long, passwordVerify: long }, admin)).status).toBe(200)
  })
})

describe('the letterhead of a dealer', () => {
  const url = '/api/catalog/account/letterhead'
  const address = {
    name: 'Akdoruk Yapı',
    address: 'Atatürk Cad. 5',
    town: 'Çankaya',
    city: 'Ankara',
    number: '0312 555',
  }
  const tax = { taxOffice: '', taxNumber: '1234567890' }
  const png = () =>
    sharp({ create: { width: 1200, height: 300, channels: 3, background: '#0b5b64' } })
      .withExif({ IFD0: { Copyright: 'gizli' } })
      .png()
      .toBuffer()
  const saveHead = (body: object, who = visitor) => who.send('PATCH', url, { body: { ...address, ...body } })
  const logos = () => {
    const path = join(folder.path, 'images', 'bayi-logo')
    return existsSync(path) ? readdirSync(path) : []
  }

  test('starts with the dealer’s record, and is independent of it once saved', async () => {
    await shop.database.pool.execute(
      "UPDATE dealers SET city = 'İzmir', phone = '0232', tax_number = '1234567890' WHERE id = $1",
      [actor.dealer?.id],
    )
    expect((await visitor.send('GET', url)).body).toEqual({
      user_logo: null,
      user_address: { name: actor.dealer?.name, address: '', town: '', city: 'İzmir', number: '0232', ...tax },
    })
    expect((await saveHead({ city: ' ' })).body).toEqual({
      user_logo: null,
      user_address: { ...address, ...tax, city: '' },
    })
    if (actor.dealer === null) throw new Error('A dealer’s user belongs to a dealer.')
    const colleague = await shop.signedIn(await addColleague(shop.database.pool, actor.dealer))
    expect((await colleague.send('GET', url)).body).toMatchObject({ user_address: { name: 'Akdoruk Yapı' } })
    const other = await shop.signedIn(await addDealer(shop.database.pool))
    expect((await other.send('GET', url)).text).not.toContain('Akdoruk')
  })

  test('stores a logo re-encoded, resized and under a new name, and a new logo replaces it', async () => {
    const first = (await saveHead({ logo: (await png()).toString('base64') })).body as Letterhead
    expect(first.user_logo).toMatch(/^\/images\/bayi-logo\/[0-9a-f]{32}\.png$/)
    const shown = await shop.app.inject(first.user_logo ?? '')
    expect(shown.headers['content-type']).toBe('image/png')
    const { width, height, exif } = await sharp(shown.rawPayload).metadata()
    expect({ width, height, exif }).toEqual({ width: 600, height: 150, exif: undefined })
    expect(shown.rawPayload.includes('gizli')).toBe(false)
    const unchanged = (await saveHead({})).body as Letterhead
    expect(unchanged.user_logo).toBe(first.user_logo)
    const second = (await saveHead({ logo: (await png()).toString('base64') })).body as Letterhead
    expect(second.user_logo).not.toBe(first.user_logo)
    expect(logos()).toHaveLength(1)
    expect((await saveHead({ logo: null })).body).toMatchObject({ user_logo: null })
    expect(logos()).toEqual([])
  })

  test('rejects SVG with scripts, broken images, huge dimensions and large files', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const bad = [Buffer.from(svg), Buffer.from('<?php echo 1;'), (await png()).subarray(0, 60), bomb, Buffer.alloc(0)]
    for (const logo of bad) expect(codeOf(await saveHead({ logo: logo.toString('base64') }))).toBe('logo_invalid')
    expect((await saveHead({ logo: 'A'.repeat(980_000) })).status).toBe(422)
    expect((await saveHead({ logo: 'A'.repeat(1_200_000) })).status).toBe(413)
    for (const logo of [5, {}, ['a']]) expect((await saveHead({ logo })).status).toBe(422)
    expect(logos()).toEqual([])
  })
})
