import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settingKeys } from '#contract/shop/settings.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { createStore, type Store } from '#server/settings/settings.ts'
import { root } from './root.ts'
import { parsePlans, parseSetting } from '#cli/settings/setting-values.ts'
import { programPath } from '#testing/program.ts'

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await createTestDatabase()
  store = await createStore(database.pool, { pollMilliseconds: 20 })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

/** Runs the command in a process of its own, beside the one that holds `store`. */
async function settings(...args: string[]): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, DATABASE_URL: database.url, NODE_ENV: 'test' }
  const child = spawn(process.execPath, [programPath('cli/toptan.ts'), 'settings', ...args], { cwd: root, env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, output }
}

test('lists all settings with value, default and description', async () => {
  await settings('stockInfoStatus', '3')
  const { code, output } = await settings()
  expect(code).toBe(0)
  for (const key of [...settingKeys, 'advencePriceInfo']) {
    expect(output).toMatch(new RegExp(`^${key} = .*\\n    [^\\n]+\\.\\n    Takes [^\\n]+\\.$`, 'm'))
  }
  expect(output).toContain('stockInfoStatus = 3  (default 0)')
  expect(output).toContain('defaultTaxRate = 20  (default)')
})

test('a change reaches a running process and can be reset', async () => {
  expect(await settings('storeName', 'Yeni Ad')).toEqual({ code: 0, output: 'storeName = "Yeni Ad"\n' })
  await expect.poll(() => store.facts().settings.storeName).toBe('Yeni Ad')
  expect((await settings('storeName')).output).toMatch(/^storeName = "Yeni Ad" {2}\(default "Toptan"\)\n/)
  expect((await settings('storeName', '--default')).output).toBe('storeName = "Toptan"  (default)\n')
  await expect.poll(() => store.facts().settings.storeName).toBe('Toptan')
  expect(await settings('originalShowNotInStocks', '0')).toEqual({ code: 0, output: 'showNotInStocks = "0"\n' })
})

test('rejects an invalid value and prints the allowed ones', async () => {
  expect(await settings('detailQuantityMax', '0')).toEqual({
    code: 2,
    output: '"0" is not a valid value for detailQuantityMax. Takes a whole number from 1 to 1,000,000.\n',
  })
  expect(await settings('stockStatus', '1')).toMatchObject({ code: 2, output: expect.stringContaining('no setting') })
  expect((await settings('phone')).output).toBe('There is no setting "phone". Did you mean storePhone?\n')
  expect(await settings('advencePriceInfo', '[{"priceName":"advencePrice6"}]')).toMatchObject({ code: 2 })
})

test('replaces all payment plans at once', async () => {
  const plan = (priceName: string, name: string, varsayilan: boolean) => {
    return { priceName, name, varsayilan, isVirtual: false }
  }
  const first = [plan('advencePrice1', 'Peşin', true), plan('advencePrice2', '30 gün', false)]
  expect((await settings('advencePriceInfo', JSON.stringify(first))).code).toBe(0)
  const second = [plan('advencePrice2', 'Otuz gün', true), plan('advencePrice3', '60 gün', false)]
  expect((await settings('advencePriceInfo', JSON.stringify(second))).code).toBe(0)
  await expect
    .poll(() => store.facts().plans.map(({ key, name, isDefault }) => [key, name, isDefault]))
    .toEqual([
      ['advencePrice2', 'Otuz gün', true],
      ['advencePrice3', '60 gün', false],
    ])
  expect((await settings('advencePriceInfo')).output).toContain(`advencePriceInfo = ${JSON.stringify(second)}`)
})

test('--default removes all payment plans', async () => {
  const plan = { priceName: 'advencePrice1', name: 'Peşin', varsayilan: true, isVirtual: false }
  expect((await settings('advencePriceInfo', JSON.stringify([plan]))).code).toBe(0)
  expect(await settings('advencePriceInfo', '--default')).toEqual({ code: 0, output: 'advencePriceInfo = []\n' })
  await expect.poll(() => store.facts().plans).toEqual([])
})

test.each([
  ['stockInfoStatus', '20', 20],
  ['stockInfoStatus', '2.5', undefined],
  ['showPriceStatus', '1', '1'],
  ['showPriceStatus', 'yes', undefined],
  ['whatsappNumber', '905551112233', '905551112233'],
  ['whatsappNumber', '+90 555', undefined],
  ['defaultSort', '', ''],
  ['defaultSort', 'brand', 'brand'],
  ['defaultSort', 'code', undefined],
  ['defaultTaxRate', '10.5', 10.5],
  ['brandColor', 'red', undefined],
  ['__proto__', '1', undefined],
])('%s reads "%s" as %j', (key, text, value) => {
  expect(parseSetting(key, text)).toEqual(value === undefined ? undefined : { value })
})

test.each(['', '[', '{}', '[1]', '[{"priceName":"advencePrice1","name":" ","varsayilan":true,"isVirtual":false}]'])(
  'rejects %j as payment plans',
  (text) => {
    expect(parsePlans(text)).toBeUndefined()
  },
)

test('rejects payment plans with a repeated key or two defaults', () => {
  const plan = (priceName: string) => ({ priceName, name: 'Ad', varsayilan: true, isVirtual: true })
  expect(parsePlans(JSON.stringify([plan('advencePrice1')]))).toHaveLength(1)
  expect(parsePlans(JSON.stringify([plan('advencePrice1'), plan('advencePrice2')]))).toBeUndefined()
  expect(parsePlans(JSON.stringify([plan('advencePrice1'), { ...plan('advencePrice1'), varsayilan: false }]))).toBe(
    undefined,
  )
})
