import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { findCard } from './bins.ts'
import { importBins } from './import-bins.ts'
import { fillCardBins, readShippedBins } from './shipped-bins.ts'

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await temporaryFolder()
  await fillCardBins(database.pool)
})
afterAll(async () => {
  await database.drop()
  await folder.remove()
})

const count = async () => Number((await database.pool.one<{ n: string }>('SELECT count(*) AS n FROM card_bins'))?.n)

test('the shipped table fills an empty table only', async () => {
  const shipped = await readShippedBins()
  expect(shipped).toHaveLength(10_364)
  expect(new Set(shipped.map(({ bin }) => bin)).size).toBe(10_364)
  expect(await count()).toBe(10_364)
  await database.pool.execute("DELETE FROM card_bins WHERE bin = '016101'")
  await fillCardBins(database.pool)
  expect(await count()).toBe(10_363)
})

test.each([
  // Its own row has no program; the six-digit row of the same bank has.
  ['45435900', { bank: 'İş Bankası', type: 'credit', family: 'Maximum' }],
  // Neither row has a program: the bank's default.
  ['43550843', { bank: 'Akbank', type: 'credit', family: 'Axess', scheme: 'VISA' }],
  // Eight digits take precedence over six.
  ['53376442', { bank: 'Ziraat Bankası', type: 'credit', family: 'Bankkart', isCommercial: false }],
  ['53376444', { bank: 'Ziraat Bankası', isCommercial: true }],
  // Debit cards have no program.
  ['01610299', { bank: 'Yapı Kredi Bankası', type: 'debit', family: null }],
  // The second source lists the bank only.
  ['22338012', { bank: 'TURKIYE GARANTI BANKASI, A.S.', bankCode: null, family: null }],
])('the card %s is %j', async (bin8, card) => {
  expect(await findCard(database.pool, bin8)).toMatchObject(card)
})

test('returns null for a foreign card', async () => {
  expect(await findCard(database.pool, '40000000')).toBe(null)
})

const importing = async (name: string, text: string, options: { dryRun?: boolean; isWhole?: boolean } = {}) => {
  const path = join(folder.path, name)
  await writeFile(path, text)
  return importBins(database.pool, { path, name, dryRun: false, isWhole: false, ...options })
}
const row = { bin: '400000', bank: 'Deneme', bankCode: '9999', scheme: 'VISA', type: 'credit', family: 'Bonus' }

test('a file adds and changes rows, and changes nothing when imported again', async () => {
  const rows = [row, { ...row, bin: '45435900', commercial: true }]
  const before = await count()
  const trial = await importing('bins.json', JSON.stringify(rows), { dryRun: true })
  expect(trial).toMatchObject({ ok: true, rows: 2, saved: { added: 1, changed: 1, unchanged: 0, removed: 0 } })
  expect(await count()).toBe(before)
  expect(await importing('bins.json', JSON.stringify(rows))).toEqual(trial)
  expect(await count()).toBe(before + 1)
  expect(await findCard(database.pool, '40000000')).toMatchObject({ bank: 'Deneme', family: 'Bonus' })
  const again = await importing('bins.json', JSON.stringify(rows))
  expect(again).toMatchObject({ saved: { added: 0, changed: 0, unchanged: 2, removed: 0 } })
  const audited = await database.pool.query("SELECT action, noun_id, after FROM audit_log WHERE noun = 'bins'")
  expect(audited).toEqual([{ action: 'apply', noun_id: 'bins.json', after: { rows: 2 } }])
})

test('invalid rows are reported and skipped', async () => {
  const text = [
    'bin;banka;banka kodu;scheme;type;family;commercial',
    '40000001;Deneme;64;visa;credit;Bonus;1',
    '4000000;Deneme;64;visa;credit;;0',
    '4000000000000000;Deneme;64;visa;credit;;0',
    '400002;;64;visa;credit;;0',
    '400003;Deneme;64;visa;charge;;0',
    '40000001;Deneme;64;visa;debit;;0',
    '400004;Deneme;64;visa;credit;;0;9',
  ].join('\n')
  const result = await importing('bins.csv', text)
  expect(result).toMatchObject({ ok: true, rows: 7, rejected: 6, saved: { added: 1 } })
  expect(result.ok && result.issues.map(({ line, code }) => [line, code])).toEqual([
    [3, 'bin_invalid'],
    [4, 'bin_invalid'],
    [5, 'bin_bank_missing'],
    [6, 'bin_type_invalid'],
    [7, 'bin_repeated'],
    [8, 'cell_count'],
  ])
  expect(JSON.stringify(result)).not.toContain('4000000000000000')
  expect(await findCard(database.pool, '40000001')).toMatchObject({
    bank: 'Deneme',
    bankCode: '0064',
    scheme: 'VISA',
    family: 'Bonus',
    isCommercial: true,
  })
})

test('a file replaces the whole table if requested, but not without a valid row', async () => {
  expect(await importing('broken.json', '[{"bin":', {})).toMatchObject({ ok: false, code: 'file_unknown' })
  expect(await importing('none.json', '[{"bin":"x"}]', { isWhole: true })).toMatchObject({ saved: { removed: 0 } })
  const before = await count()
  const result = await importing('whole.json', JSON.stringify([row]), { isWhole: true })
  expect(result).toMatchObject({ saved: { added: 0, changed: 0, unchanged: 1, removed: before - 1 } })
  expect(await count()).toBe(1)
})
