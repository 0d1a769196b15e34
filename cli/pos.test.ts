import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { root } from './root.ts'
import { programPath } from '#testing/program.ts'

const secret = 'a secret of at least thirty-two letters'
let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  ;[database, folder] = [await createTestDatabase(), await temporaryFolder()]
})
afterAll(async () => {
  await database.drop()
  await folder.remove()
})

type Run = { input?: string; env?: Record<string, string> }

async function toptan(
  args: string[],
  { input = '', env = {} }: Run = {},
): Promise<{ code: number | null; output: string }> {
  const all = { ...process.env, DATABASE_URL: database.url, NODE_ENV: 'test', SESSION_SECRET: secret, ...env }
  const child = spawn(process.execPath, [programPath('cli/toptan.ts'), ...args], { cwd: root, env: all })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  child.stdin.end(input)
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, output }
}
const pos = (line: string, run?: Run) => toptan(['pos', ...line.split(' ').filter((word) => word !== '')], run)

test('sets up an account from creation to payments without ever showing its keys', async () => {
  expect((await pos('')).output).toContain('No POS account yet')
  expect(await pos('add Akbank --adapter nestpay')).toMatchObject({
    code: 1,
    output: expect.stringContaining('letters'),
  })
  expect(await pos('add akbank --adapter other')).toMatchObject({ code: 1, output: expect.stringContaining('nestpay') })
  const added = await pos(
    'add akbank --adapter nestpay --mode own_form --env test --bank 0046 --families Axess,Wings --default',
  )
  expect(added.code).toBe(0)
  expect(added.output).toMatch(/SAQ D.*accepts no payments yet/s)
  expect(await pos('add akbank --adapter nestpay')).toMatchObject({
    code: 1,
    output: expect.stringContaining('already'),
  })
  expect(await pos('plan akbank 6 7,5 --from 500')).toMatchObject({ code: 0 })
  expect(await pos('plan akbank 1 --remove')).toMatchObject({ code: 1 })
  expect((await pos('plan akbank 1 1')).output).toContain('law 5464')
  expect(await pos('plan akbank 1 0')).toEqual({ code: 0, output: 'Done.\n' })

  expect((await pos('activate akbank')).output).toMatch(/missing.*clientId.*storeKey/)
  const settings =
    '--setting gateway=https://bank.example/3d --setting api=https://bank.example/api --setting clientId=700 --setting name=api'
  expect(await pos(`set akbank ${settings}`)).toMatchObject({ code: 0 })
  expect(await pos('set akbank --setting shop=1')).toMatchObject({
    code: 1,
    output: expect.stringContaining('clientId'),
  })
  expect(await pos('secret akbank', { input: 'password=gizli-parola\n' })).toEqual({ code: 0, output: 'Done.\n' })
  const file = join(folder.path, 'keys')
  await writeFile(file, '# from the bank\nstoreKey = depo-anahtarı\n')
  expect(await pos(`secret akbank ${file}`)).toEqual({ code: 0, output: 'Done.\n' })
  expect(await pos('secret akbank', { input: 'other=1\n' })).toMatchObject({ code: 1 })
  expect(await pos('activate akbank')).toEqual({ code: 0, output: 'Done.\n' })

  const { output } = await pos('list')
  expect(output).toContain('akbank  akbank  (nestpay, own_form, test; active, default)')
  expect(output).toContain('card programs Axess, Wings')
  expect(output).toContain('single 0 % (default); 6 × 7.5 % from 500.00 TRY')
  expect(output).not.toMatch(/gizli|depo/)
  const row = await database.pool.one<{ secrets: Buffer }>('SELECT secrets FROM pos_accounts')
  expect(row?.secrets.toString('latin1')).not.toContain('gizli')
})

test('reports keys that were saved under another session secret', async () => {
  const env = { SESSION_SECRET: `${secret}, another one` }
  const { code, output } = await pos('activate akbank', { env })
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^toptan: .*SESSION_SECRET/) })
  expect(await pos('secret akbank', { env, input: 'password=a\n' })).toMatchObject({ code: 1 })
  // Entering all keys again works without the old secret.
  expect(await pos('secret akbank', { env, input: 'password=a\nstoreKey=b\n' })).toMatchObject({ code: 0 })
})

test('adds, lists and removes limits', async () => {
  await database.pool.execute("INSERT INTO categories (name, slug) VALUES ('Elektronik', 'elektronik')")
  expect(await pos('limits add 4 --class personal --category elektronik --until 31.12.2026')).toMatchObject({ code: 0 })
  expect((await pos('limits')).output).toBe(
    '1  at most 4 installments, personal cards, category elektronik and all below it, until 2026-12-31\n',
  )
  expect(await pos('limits add 13')).toMatchObject({ code: 1 })
  expect(await pos('limits add 4 --category none')).toMatchObject({ code: 1 })
  expect(await pos('limits remove 1')).toMatchObject({ code: 0 })
  expect((await pos('limits')).output).toContain('No limits')
})

test('deactivates and removes accounts; wrong arguments print the help', async () => {
  expect(await pos('deactivate akbank')).toMatchObject({ code: 0 })
  expect((await pos('list')).output).toContain('NOT ACTIVE')
  expect(await pos('remove akbank')).toMatchObject({ code: 0 })
  expect(await pos('remove akbank')).toMatchObject({ code: 1 })
  expect(await pos('set akbank --mode paper')).toMatchObject({
    code: 2,
    output: expect.stringContaining('toptan pos add'),
  })
  expect((await pos('--help')).output).toMatch(/SAQ D[\s\S]*SAQ A/)
})

test('imports card number ranges, and changes nothing when importing the same file again', async () => {
  const file = join(folder.path, 'bins.json')
  await writeFile(
    file,
    JSON.stringify([{ bin: '400000', bank: 'Deneme', type: 'credit', scheme: 'VISA' }, { bin: '1' }]),
  )
  const run = (...args: string[]) => toptan(['import', 'bins', file, ...args])
  expect((await run('--dry-run')).output).toMatch(
    /Deneme: .*\n2 satır okundu: 1 yeni, .*1 satır alınmadı\.\n {2}Satır 2/,
  )
  expect((await run()).output).toContain('1 yeni')
  expect((await run('--lang', 'en')).output).toContain(
    '0 new, 0 changed, 1 unchanged, 0 removed, 1 rows left out.\nNothing has',
  )
  expect(await toptan(['import', 'bins'])).toMatchObject({ code: 2 })
})

test('lists the rules in their order and shows which account would take a card, in its currency', async () => {
  expect((await pos('rules')).output).toContain('No rules')
  expect(await pos('add kurus --adapter param --currency USD')).toMatchObject({
    code: 1,
    output: expect.stringContaining('does not charge in this currency'),
  })
  expect((await pos('add dolar --adapter nestpay --env test --currency USD --name Dolar')).code).toBe(0)
  await database.pool.execute("UPDATE pos_accounts SET is_active = true WHERE code = 'dolar'")
  await database.pool.execute(
    `WITH rule AS (INSERT INTO pos_rules (position, name, bins, currency, target) VALUES (1, 'Dolarlar', '{400000}', 'USD', 'ordered')
       RETURNING id)
     INSERT INTO pos_rule_accounts (rule_id, pos_account_id, position)
     SELECT rule.id, a.id, 1 FROM rule, pos_accounts a WHERE a.code = 'dolar'`,
  )
  expect((await pos('rules')).output).toMatch(/1 {2}Dolarlar\n {4}digits 400000; USD\n {4}ordered: Dolar/)
  expect((await pos('')).output).toMatch(/dolar {2}Dolar .*\n.*\n {4}USD/)
  expect((await pos('route 40000000 100 --currency USD')).output).toMatch(/Deneme .*credit\n {4}Dolar: rule Dolarlar/)
  expect((await pos('route 40000000 100 3 --currency USD')).output).toMatch(/no account.*\n.*Dolar \(program\)/)
  expect(await pos('route 4000 100')).toMatchObject({ code: 1, output: expect.stringContaining('six to eight digits') })
  expect((await pos('remove dolar')).output).toContain('Rules name the account')
})
