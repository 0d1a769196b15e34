import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { bulletin, currencyOf } from '#server/exchange-rates/test-bulletin.ts'
import { programPath } from '#testing/program.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'toptan-cli-rates-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs `toptan rates …` as an operator would. */
async function rates(args: string, input = ''): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, NODE_ENV: 'test' }
  const child = spawn(process.execPath, [programPath('cli/toptan.ts'), 'rates', ...args.split(' ').filter(Boolean)], {
    cwd: folder,
    env,
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  child.stdin.end(input)
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, output }
}

const lines = async (args: string, input?: string) => (await rates(args, input)).output.trim().split('\n')

test('sets, imports and lists rates', async () => {
  expect(await lines('')).toEqual([
    expect.stringMatching(/^TRY {2}1 .*Türk lirası {2}\(default\)$/),
    expect.stringMatching(/^USD {2}no rate: .*ABD doları$/),
    expect.stringMatching(/^EUR {2}no rate/),
  ])
  expect(await lines('set usd 41,25')).toEqual(['USD  41.25'])
  expect(await lines('set USD 41.5')).toEqual(['USD  41.5  (was 41.25)'])
  expect(await lines('set USD 39 --date 2025-01-15')).toEqual([
    'USD  39  added to the history only: 41.5 is newer and still applies',
  ])
  expect(await lines('add CHF')).toEqual(['Done.'])

  const file = join(folder, 'today.xml')
  const day = '20.11.2025'
  await writeFile(
    file,
    bulletin([currencyOf('EUR', { ForexSelling: '48.2' }), currencyOf('USD', { ForexSelling: '41.3' })], day),
  )
  expect(await lines(`import ${file}`)).toEqual([
    'Rates of 2025-11-20, ForexSelling:',
    'USD  41.3  added to the history only: 41.5 is newer and still applies',
    'EUR  48.2',
    'Not in the file, unchanged: CHF',
  ])
  const piped = bulletin([currencyOf('CHF', { BanknoteBuying: '51' })], day)
  expect(await lines('import - --column BanknoteBuying', piped)).toContain('CHF  51')
  expect(await lines('history USD')).toEqual([
    expect.stringMatching(/ 41\.5 +manual$/),
    expect.stringMatching(/ 41\.25 +manual$/),
    expect.stringMatching(/^2025-11-20 15:30 {2}41\.3 +tcmb$/),
    expect.stringMatching(/^2025-01-15 00:00 {2}39 +manual$/),
  ])
  expect(await lines('default USD')).toEqual(['Done.'])
  expect((await lines('')).find((line) => line.startsWith('USD'))).toMatch(/41\.5 .*manual.*\(default\)$/)
})

test.each([
  ['set USD', 2, /toptan rates set/],
  ['set USD 0', 1, /must be above 0/],
  ['set USD abc', 1, /is not a rate/],
  // With a thousands separator: 1234.56, far from the current rate of the dollar.
  ['set USD 1.234,56', 1, /Use --force/],
  ['set USD 1,234,5', 1, /is not a rate/],
  ['set USD 500', 1, /Use --force/],
  ['set GBP 55', 1, /does not have GBP/],
  ['set TRY 1', 1, /All rates are in TRY/],
  ['set USD 42 --date 2999-01-01', 1, /is in the future/],
  ['set USD 42 --date 30.11.2026', 1, /is not a day/],
  ['import nowhere.xml', 1, /Could not read/],
  ['import - --column Selling', 2, /ForexBuying, ForexSelling/],
  ['history GBP', 1, /No rate of GBP/],
  ['history USD --limit all', 2, /--limit/],
  ['add XYQ', 1, /--name/],
  ['default CHF2', 1, /does not have/],
  ['remove TRY', 1, /prices in this currency/],
  ['--wrong', 2, /toptan rates set/],
  ['forget USD', 2, /toptan rates set/],
])('"toptan rates %s" exits with %i', async (args, code, sentence) => {
  const outcome = await rates(args)
  expect(outcome).toMatchObject({ code })
  expect(outcome.output).toMatch(sentence)
})

test('changes nothing when the file is not a bulletin', async () => {
  const html = await rates('import -', '<!DOCTYPE html><html></html>')
  expect(html).toMatchObject({ code: 1 })
  expect(html.output).toMatch(/web page/)
  // Makes the stored rates older than any bulletin, so that the bulletin's rates would take effect.
  await database.pool.execute("UPDATE exchange_rates SET valid_from = valid_from - interval '30 years'")
  const jump = bulletin([currencyOf('EUR', { ForexSelling: '49' }), currencyOf('USD', { ForexSelling: '4.1' })])
  const refused = await rates('import -', jump.replace('20.11.2026', '20.11.2025'))
  expect(refused.output).toMatch(/USD 4\.1 is far from the current rate 41\.5/)
  expect(await lines('history EUR')).toHaveLength(1)
})
