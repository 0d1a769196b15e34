import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/admin/audit.ts'
import type { ListedSetting } from '#contract/admin/settings.ts'
import { choiceName, settingFields, shownSettings } from '#contract/admin/setting-fields.ts'
import { settingKeys, storeSettings } from '#contract/shop/settings.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import en from '#locales/en.json' with { type: 'json' }
import tr from '#locales/tr.json' with { type: 'json' }
import { commandLine } from '#server/audit/audit.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { changeSettings, parseSetting, acceptedValues } from './settings.ts'

let shop: TestShop
let admin: Actor
let staff: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  admin = await addAdmin(shop.database.pool)
  staff = await shop.signedIn(admin)
})
afterAll(() => shop.close())
beforeEach(() => shop.database.pool.execute('DELETE FROM settings'))

type Change = { key: string; value: unknown; stamp?: string }
const list = async () => ((await staff.send('GET', '/yonetim/settings')).body as { items: ListedSetting[] }).items
const find = async (key: string) => (await list()).find((setting) => setting.key === key)
const patch = (changes: Change[], by = staff) =>
  by.send('PATCH', '/yonetim/settings', { body: { changes: changes.map((change) => ({ stamp: '', ...change })) } })
const fieldsOf = ({ body }: { body: unknown }) => (body as { error: { fields: Record<string, string> } }).error.fields
const entries = async (query = '') =>
  ((await staff.send('GET', `/yonetim/audit?noun=setting${query}`)).body as { items: AuditEntry[]; total: number })
    .items

test('lists every setting with its default', async () => {
  const items = await list()
  expect(items.map(({ key }) => key).toSorted()).toEqual(settingKeys.toSorted())
  expect(items.every(({ isOwn, stamp }) => !isOwn && stamp === '')).toBe(true)
})

test('changes several settings at once, effective immediately and with audit entries', async () => {
  const dealer = await shop.signedIn(await addDealer(shop.database.pool))
  const answer = await patch([
    { key: 'storeName', value: '  Yeni Ad ' },
    { key: 'stockInfoStatus', value: 19 },
  ])
  expect(answer.status).toBe(200)
  const { body } = await dealer.send('GET', '/api/visitor')
  expect(body).toMatchObject({ settings: { storeName: 'Yeni Ad', stockInfoStatus: 19 } })
  expect(await find('storeName')).toMatchObject({ value: 'Yeni Ad', isOwn: true, changed: { user: admin.name } })
  expect((await entries('&id=stockInfoStatus'))[0]).toMatchObject({
    user: admin.name,
    action: 'change',
    before: { value: 0 },
    after: { value: 19 },
    address: '127.0.0.1',
  })
})

test('resets a setting to its default, and writes nothing for an unchanged one', async () => {
  await patch([{ key: 'defaultTaxRate', value: 10 }])
  const { stamp } = (await find('defaultTaxRate')) ?? { stamp: '' }
  expect((await patch([{ key: 'defaultTaxRate', value: null, stamp }])).status).toBe(200)
  expect(await find('defaultTaxRate')).toMatchObject({ value: 20, isOwn: false })
  expect((await entries('&id=defaultTaxRate'))[0]).toMatchObject({ action: 'reset', before: { value: 10 } })
  const before = (await entries()).length
  await patch([
    { key: 'defaultTaxRate', value: 20 },
    { key: 'guestPrices', value: null },
  ])
  expect(await entries()).toHaveLength(before)
})

test('returns a message for each invalid field and changes nothing', async () => {
  const answer = await patch([
    { key: 'storeHours', value: '09:00' },
    { key: 'detailQuantityMax', value: 0 },
    { key: 'storeEmail', value: 'nobody' },
  ])
  expect(answer.status).toBe(422)
  expect(fieldsOf(answer)).toEqual({
    detailQuantityMax: '1 ile 1.000.000 arasında bir tam sayı alır.',
    storeEmail: 'Bu bir e-posta adresi değil: ad@ornek.com gibi, en çok 200 harf olur; boş da kalabilir.',
  })
  expect(await find('storeHours')).toMatchObject({ isOwn: false })
})

test.each([
  ['showPriceStatus', 1],
  ['stockInfoStatus', 21],
  ['stockInfoStatus', '3'],
  ['brandColor', 'red'],
  ['storeName', ' '],
  ['storePhone', 'abc'],
  ['storeEmail', 'Satış <satis@example.com>'],
  ['storeEmail', 'satis@example.com,'],
  ['orderMailTo', 'a@example.com;b@example.com'],
  ['whatsappNumber', '+90 555'],
  ['socialMedia', '1:javascript:alert(1)'],
  ['socialMedia', '1:https://a.example;1:;1:;1:;1:;1:https://b.example'],
  ['warrantyServiceUrl', 'http://warranty.example'],
])('%s rejects %j', async (key, value) => {
  expect(codeOf(await patch([{ key, value }]))).toBe('validation_failed')
})

test('removes NUL and replaces unpaired surrogates in texts', async () => {
  await patch([{ key: 'storeAddress', value: 'Sanayi\0 Cad. \ud800' }])
  expect(await find('storeAddress')).toMatchObject({ value: 'Sanayi Cad. \ufffd' })
  const links = '1:https://facebook.com/a;0:https://instagram.com/b'
  expect((await patch([{ key: 'socialMedia', value: links }])).status).toBe(200)
})

test.each(['role', '__proto__', 'advencePriceInfo', ''])('rejects the unknown setting %j', async (key) => {
  expect(codeOf(await patch([{ key, value: '1' }]))).toBe('setting_unknown')
})

test('returns 409 to the second of two administrators, who may then overwrite', async () => {
  const other = await addAdmin(shop.database.pool)
  const second = await shop.signedIn(other)
  expect((await patch([{ key: 'storePhone', value: '0312 555 11 22' }])).status).toBe(200)
  const late = await patch(
    [
      { key: 'storePhone', value: '0312 555 11 23' },
      { key: 'storeHours', value: 'x' },
    ],
    second,
  )
  expect({ status: late.status, code: codeOf(late) }).toEqual({ status: 409, code: 'settings_changed' })
  expect(fieldsOf(late)).toEqual({ storePhone: `Bu arada ${admin.name} değiştirdi.` })
  expect(await find('storeHours')).toMatchObject({ isOwn: false })
  const { stamp } = (await find('storePhone')) ?? { stamp: '' }
  expect((await patch([{ key: 'storePhone', value: '0312 555 11 23', stamp }], second)).status).toBe(200)
  expect(await find('storePhone')).toMatchObject({ value: '0312 555 11 23', changed: { user: other.name } })
})

test('accepts one of two simultaneous changes', async () => {
  const answers = await Promise.all(['a', 'b', 'c'].map((value) => patch([{ key: 'storeHours', value }])))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('returns no secret and writes none to the audit log', async () => {
  await patch([{ key: 'warrantyServiceKey', value: 'geheim-4711' }])
  const answer = await staff.send('GET', '/yonetim/settings')
  expect(answer.text).not.toContain('geheim')
  expect(await find('warrantyServiceKey')).toMatchObject({ value: '', isOwn: true })
  expect((await entries('&id=warrantyServiceKey'))[0]).toMatchObject({
    before: { isSet: false },
    after: { isSet: true },
  })
  const rows = await shop.database.pool.query('SELECT before, after, words::text FROM audit_log')
  expect(JSON.stringify(rows)).not.toContain('geheim')
})

test('the command line changes settings without a user and without a stamp', async () => {
  expect(await changeSettings(shop.database.pool, commandLine, [{ key: 'storeHours', value: '1' }])).toEqual({
    ok: true,
  })
  expect(await changeSettings(shop.database.pool, commandLine, [{ key: 'storeHours', value: '2' }])).toEqual({
    ok: true,
  })
  expect(await find('storeHours')).toMatchObject({ changed: { user: null } })
  const late = await patch([{ key: 'storeHours', value: '3' }])
  expect(fieldsOf(late)).toEqual({ storeHours: 'Bu arada komut satırından değiştirildi.' })
})

describe('the store’s logo', () => {
  const send = (picture: string) => staff.send('POST', '/yonetim/settings/pictures', { body: { picture } })

  test('is re-encoded, stored under a new name, and shown once it is saved', async () => {
    const blank = { create: { width: 900, height: 300, channels: 3 as const, background: '#c00' } }
    const source = await sharp(blank)
      .withExif({ IFD0: { Copyright: 'nobody' } })
      .jpeg()
      .toBuffer()
    const { body } = await send(source.toString('base64'))
    const { file } = body as { file: string }
    expect(file).toMatch(/^magaza-logo\/[0-9a-f]{32}\.png$/)
    const kept = await readFile(join(shop.dataDir, 'images', file))
    const { format, width, height, exif } = await sharp(kept).metadata()
    expect({ format, width, height, exif }).toEqual({ format: 'png', width: 600, height: 200, exif: undefined })
    expect((await staff.send('GET', '/api/visitor')).body).toMatchObject({ settings: { storeLogo: '' } })
    expect((await patch([{ key: 'storeLogo', value: file }])).status).toBe(200)
    expect((await staff.send('GET', '/api/visitor')).body).toMatchObject({ settings: { storeLogo: file } })
    expect((await staff.send('GET', `/images/${file}`)).headers['content-type']).toBe('image/png')
  })

  test.each([
    ['an invalid picture', Buffer.from('GIF89a, not')],
    ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ])('rejects %s', async (_, content) => {
    expect(codeOf(await send(content.toString('base64')))).toBe('logo_invalid')
  })
})

test('rejects a bank account with an invalid IBAN', async () => {
  const bankAccounts = 'Ziraat · TR330006100519786457841327'
  const answer = await patch([{ key: 'bankAccounts', value: bankAccounts }])
  expect(fieldsOf(answer)).toEqual({ bankAccounts: '1. satır: IBAN doğru değil.' })
  const nameless = `${bankAccounts.replace('327', '326')}\n\nTR330006100519786457841326`
  expect(fieldsOf(await patch([{ key: 'bankAccounts', value: nameless }]))).toEqual({
    bankAccounts: '3. satır: banka adı yok.',
  })
  expect((await patch([{ key: 'bankAccounts', value: bankAccounts.replace('327', '326') }])).status).toBe(200)
})

describe('setting fields agree with the shapes of the settings', () => {
  test('every setting has a field', () => {
    expect(shownSettings.toSorted()).toEqual(settingKeys.toSorted())
  })

  test.each(settingKeys)('%s', (key) => {
    const field = settingFields[key]
    const fits = (value: unknown) => parseSetting(key, value) !== undefined
    expect(fits(storeSettings.shape[key].parse(undefined))).toBe(true)
    if (field.kind === 'flag') expect(['0', '1', '2', 1].map(fits)).toEqual([true, true, false, false])
    else if (field.kind === 'choice')
      expect([...field.values, 'x', 99].map(fits)).toEqual([...field.values.map(() => true), false, false])
    else if (field.kind === 'number') {
      const { min, max, isWhole } = field
      expect([min, max, min - 1, max + 1, min + 0.5].map(fits)).toEqual([true, true, false, false, !isWhole])
    } else if (field.kind === 'text' || field.kind === 'phone') {
      const least = field.kind === 'text' ? field.min : 0
      const sign = field.kind === 'phone' ? '0' : 'x'
      expect([sign.repeat(least), sign.repeat(field.max), sign.repeat(field.max + 1)].map(fits)).toEqual([
        true,
        true,
        false,
      ])
    }
  })

  test.each([
    ['tr', tr.settings],
    ['en', en.settings],
  ] as const)('every setting, choice and kind has its texts in %s', (_language, words) => {
    const texts: Record<string, unknown> = words
    const has = (path: string) =>
      path
        .split('.')
        .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], { settings: texts })
    for (const key of settingKeys) {
      const field = settingFields[key]
      const wanted = [
        `settings.items.${key}.name`,
        `settings.items.${key}.does`,
        `settings.groups.${field.group}`,
        acceptedValues(key).text,
      ]
      const choices =
        field.kind === 'choice' ? field.values.map((value) => `settings.choices.${key}.${choiceName(value)}`) : []
      expect([...wanted, ...choices].filter((path) => typeof has(path) !== 'string')).toEqual([])
    }
  })
})
