import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { programPath } from '#testing/program.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'toptan-cli-import-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

type Outcome = { code: number | null; output: string; progress: string }

/** Runs the command as a process, and interrupts it once its progress shows `interruptAt`. */
async function runImport(args: string[], interruptAt?: string): Promise<Outcome> {
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, NODE_ENV: 'test' }
  const child = spawn(process.execPath, [programPath('cli/toptan.ts'), 'import', ...args], { cwd: folder, env })
  let output = ''
  let progress = ''
  let interrupted = false
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => {
    progress += String(chunk)
    if (interrupted || !interruptAt || !progress.includes(interruptAt)) return
    // Sends two signals at once, as npm does; a later one would reach a process that is exiting.
    interrupted = true
    child.kill('SIGINT')
    child.kill('SIGINT')
  })
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, output, progress }
}

const countProducts = async () => (await database.pool.one<{ n: number }>('SELECT count(*) AS n FROM products'))?.n

test('imports a file, prints a summary and writes the report to the data folder', async () => {
  await writeFile(join(folder, 'urunler.csv'), 'Stok Kodu;Stok Adı;Fiyat\nA1;Çekiç;12,50\nA1;Tekrar;13\n')
  const { code, output, progress } = await runImport(['urunler.csv'])
  expect(output).toContain('2 satır okundu: 1 yeni ürün, 0 güncellendi, 0 aynı kaldı, 1 satır alınmadı.')
  expect(progress).toBe('urunler.csv: denetleniyor\nurunler.csv: okunuyor\nurunler.csv: kaydediliyor\n')
  expect(code).toBe(0)
  expect(await readdir(join(folder, 'import-reports'))).toEqual([expect.stringMatching(/^\d{4}-.*-urunler\.csv$/)])
  await runImport(['urunler.csv', '--dry-run'])
  const log = "SELECT user_id, action, noun_id, after FROM audit_log WHERE noun = 'import' ORDER BY id"
  const after = { files: ['urunler.csv'], rows: 2, created: 1, updated: 0, rejected: 1 }
  expect(await database.pool.query(log)).toEqual([{ user_id: null, action: 'apply', noun_id: 'urunler.csv', after }])
  const again = await runImport(['urunler.csv', '--lang', 'en'])
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('Nothing changed') as string })
})

test('fetches the pictures that a file names by address before it ends, unless told not to, and lists failed ones', async () => {
  // Not an address of the public internet.
  await writeFile(join(folder, 'gorselli.csv'), 'Stok Kodu;Stok Adı;Fiyat;Resim\nG1;Pense;5;http://10.0.0.1/a.jpg\n')
  const later = await runImport(['gorselli.csv', '--no-pictures'])
  expect(later).toMatchObject({ code: 0 })
  expect(later.output).toContain(
    'Adresle verilen görseller: 1. 1 tanesi henüz mağazada yok.\nGörselleri sunucu indirir',
  )
  const { code, output, progress } = await runImport(['gorselli.csv', '--lang', 'en'])
  expect(code).toBe(0)
  expect(progress).toContain('pictures: being fetched')
  expect(output).toContain('Fetched pictures: 0 done, 1 failed, 0 will be tried again later.')
  expect(output).toContain('  line 2, G1: http://10.0.0.1/a.jpg (The address is not on the public internet)')
  const shown = await runImport(['gorselli.csv', '--dry-run'])
  expect(shown.output).toContain('Adresle verilen görseller: 1.')
  expect(shown.output).not.toContain('sunucu indirir')
})

test('exits with an error for a missing file and for wrong arguments', async () => {
  expect(await runImport(['yok.csv'])).toMatchObject({ code: 1, progress: 'yok.csv bulunamadı.\n' })
  expect(await runImport(['--nope'])).toMatchObject({ code: 2 })
})

test('--profile reads files like a profile saved on screen, and other options take precedence', async () => {
  await database.pool.execute(
    `WITH author AS (INSERT INTO users (email, name, role) VALUES ('yonetici@example.com', 'Yönetici', 'admin') RETURNING id)
     INSERT INTO import_profiles (kind, name, shape, options, created_by)
     SELECT kind, 'Voltan', '{}', options::jsonb, author.id FROM author, (VALUES
       ('products', '{"key": "code", "mapping": {"Tutarı": "price"}, "prices": "net", "inStock": "9", "defaults": {}}'),
       ('serials', '{"mapping": {"Gün": "moved_on"}}')) AS p (kind, options)`,
  )
  await writeFile(join(folder, 'voltan.csv'), 'Kod;Ad;Tutarı;Mevcut\nV1;Vida;12,50;Var\n')
  const saved = async () => {
    const row = await database.pool.one<{ price: string; stock: string }>(
      `SELECT up.sale_value AS price, i.quantity AS stock FROM products p JOIN unit_prices up ON up.unit_id = p.default_unit_id
         JOIN inventory i ON i.product_id = p.id WHERE p.code = 'V1'`,
    )
    return [Number(row?.price), Number(row?.stock)]
  }
  expect(await runImport(['voltan.csv', '--profile', 'voltan'])).toMatchObject({ code: 0 })
  expect(await saved()).toEqual([12.5, 9])
  expect(await runImport(['voltan.csv', '--profile', 'voltan', '--in-stock', '4'])).toMatchObject({ code: 0 })
  expect(await saved()).toEqual([12.5, 4])
  await writeFile(join(folder, 'seri.csv'), 'Seri No;Gün;Durum\nS-1;05.01.2026;Satış\n')
  expect(await runImport(['serials', 'seri.csv', '--profile', 'Voltan'])).toMatchObject({ code: 0 })
  const missing = await runImport(['voltan.csv', '--profile', 'Yok'])
  expect(missing).toMatchObject({ code: 2, progress: expect.stringContaining('“Yok” adlı profil yok.') as string })
}, 60_000)

test('a file of shipments is summed up, with a reason for each row that is left out', async () => {
  await writeFile(join(folder, 'sevk.csv'), 'Sipariş No;Kargo\nS1999000001;Aras Kargo\n;UPS\n')
  const { code, output } = await runImport(['shipments', 'sevk.csv'])
  expect(code).toBe(1)
  expect(output).toContain('2 satır okundu: 0 satır sevk edildi (0 sevkiyat), 0 satır daha önce sevk edilmiş, 2 satır')
  expect(output).toContain('Satır 2: Sipariş bulunamadı.')
  expect(output).toContain('Satır 3: Sipariş numarası boş.')
})

test('leaves the catalog unchanged on Ctrl-C', async () => {
  const rows = Array.from({ length: 30_000 }, (_, i) => `K${i},Ürün ${i},${i}`)
  await writeFile(join(folder, 'buyuk.csv'), `kod,ad,fiyat\n${rows.join('\n')}\n`)
  const before = await countProducts()
  for (const step of ['okunuyor', 'kaydediliyor']) {
    const { code, progress } = await runImport(['buyuk.csv'], step)
    expect(progress).toContain('Aktarım durduruldu. Katalog değiştirilmedi.')
    expect(code).toBe(130)
    expect(await countProducts()).toBe(before)
  }
})
