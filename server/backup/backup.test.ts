import { appendFile, copyFile, cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBroken } from '#faults/invariants.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { addDealer, addProduct, fillCart } from '#testing/store-rows.ts'
import { listRuns, openBackup, verifyBackup } from './backup.ts'
import { backUp, emptyPlace, restore, testKey } from './test-backup.ts'

let shop: TestShop
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let backups: string
let whole: string

const photo = 'a'.repeat(32)
const lost = 'b'.repeat(32)

async function addFile(path: string, content: string | Buffer): Promise<void> {
  const target = join(shop.dataDir, path)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, content)
}

/** Text that COPY has to escape, a table that refers to itself, computed columns and rows whose triggers write others. */
async function addRows(): Promise<void> {
  const { pool } = shop.database
  const actor = await addDealer(pool)
  await pool.execute(
    "UPDATE dealers SET name = E'Tab\\there, line\\nbreak, back\\\\slash, \\\\N, ığüşöç' WHERE id = $1",
    [actor.dealer?.id],
  )
  await pool.execute(`WITH root AS (INSERT INTO categories (name, slug) VALUES ('Kök', 'kok') RETURNING id)
    INSERT INTO categories (name, slug, parent_id) SELECT 'Dal', 'dal', id FROM root`)
  await pool.execute("INSERT INTO audit_log (action, noun, noun_id, after) VALUES ('change', 'setting', 'a', $1)", [
    { value: 1.5, text: 'İ"\\n' },
  ])
  for (const file of [photo, lost]) {
    await pool.execute('INSERT INTO fault_report_photos (file, user_id, width, height) VALUES ($1, $2, 1, 1)', [
      file,
      actor.userId,
    ])
  }
}

beforeAll(async () => {
  ;[shop, folder] = await Promise.all([openTestShop(), temporaryFolder()])
  backups = join(folder.path, 'backups')
  await addRows()
  await addFile(`fault-reports/${photo}.jpg`, Buffer.alloc(200_000, 'photo'))
  await addFile('invoices/ab/abcd', 'invoice')
  await addFile('images/klasör/resim 1.webp', '')
  await addFile('images/being-written.part', 'half')
  await addFile('exports/list.xlsx', 'temporary')
  await addFile('session-secret', 'secret of the folder')
  whole = (await backUp(shop, { folder: backups, key: testKey, at: new Date('2026-11-01T00:00:00Z') })).folder
})
afterAll(async () => {
  await shop.close()
  await folder.remove()
})

/** Every table with its columns, the computed ones included. */
async function contentOf(db: Db): Promise<Record<string, unknown>> {
  const tables = await db.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname NOT IN ('backups', 'backup_alerts', 'database_mark', 'schema_migrations', 'restores', 'sessions', 'data_folder', 'audit_log',
                            'audit_unsealed') ORDER BY 1`,
  )
  const content: Record<string, unknown> = {}
  for (const { name } of tables) {
    content[name] = (await db.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`)).map(
      ({ row }) => row,
    )
  }
  return content
}

/** Constraints, triggers, indexes, views, sequences and functions. */
const schemaOf = (db: Db) =>
  db.query(
    `SELECT 'constraint' AS kind, conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS text
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT 'trigger', tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT 'index', indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT 'view', viewname || definition FROM pg_views WHERE schemaname = 'public'
     UNION ALL SELECT 'extension', extname FROM pg_extension
     UNION ALL SELECT 'function', proname || prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prolang <> 13
     UNION ALL SELECT 'sequence', sequencename FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1, 2`,
  )

test('a restored shop has the rows, computed columns, constraints, triggers and files of the backup', async () => {
  const place = await emptyPlace()
  try {
    await restore(whole, place, { key: testKey })
    const { pool } = place.database
    expect(await contentOf(pool)).toEqual(await contentOf(shop.database.pool))
    expect(await schemaOf(pool)).toEqual(await schemaOf(shop.database.pool))
    await expect(pool.execute("UPDATE audit_log SET noun_id = 'x'")).rejects.toThrow('only ever added to')
    expect(await readFile(join(place.dataDir, `fault-reports/${photo}.jpg`))).toEqual(Buffer.alloc(200_000, 'photo'))
    expect(await readFile(join(place.dataDir, 'invoices/ab/abcd'), 'utf8')).toBe('invoice')
    expect(await readFile(join(place.dataDir, 'images/klasör/resim 1.webp'), 'utf8')).toBe('')
    expect(await readFile(join(place.dataDir, 'session-secret'), 'utf8')).toBe('secret of the folder')
    expect((await readdir(place.dataDir)).toSorted()).toEqual([
      'fault-reports',
      'folder-id',
      'images',
      'invoices',
      'session-secret',
    ])
    expect(await readdir(join(place.dataDir, 'images'))).toEqual(['klasör'])
  } finally {
    await place.remove()
  }
})

test('reports files that the database names and the folder lacks', async () => {
  const { manifest } = await openBackup(whole, [testKey])
  expect(manifest.files.missing).toEqual({ count: 1, first: [`fault-reports/${lost}.jpg`] })
  const [run] = await listRuns(shop.database.pool, 1)
  expect(run).toMatchObject({ state: 'done', folder: backups, missing_files: 1, is_encrypted: true, file_count: 4 })
})

test('an encrypted backup shows nothing of its content, one without a key leaves the secret out', async () => {
  const { folder: open, manifest } = await backUp(shop, { folder: backups, at: new Date('2026-11-02T00:00:00Z') })
  const textOf = async (path: string) => {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))).join()
  }
  expect(await textOf(open)).toContain('photophoto')
  const sealed = await textOf(whole)
  for (const text of ['photophoto', 'invoice', '"format"', 'secret of the folder']) expect(sealed).not.toContain(text)
  expect(await textOf(open)).not.toContain('secret of the folder')
  expect(manifest.files.count).toBe(3)
})

test('while the key is replaced, backups of the former one are read, and new ones need the new one', async () => {
  const newKey = 'another key of backups, made this year'
  const { folder: fresh } = await backUp(shop, { folder: backups, key: newKey, at: new Date('2026-10-04T00:00:00Z') })
  const { connection } = shop.database
  for (const folder of [whole, fresh]) {
    const checks = { connection, keys: [newKey, testKey], findBroken: async () => [] }
    expect([folder, await verifyBackup(folder, checks)]).toEqual([folder, []])
  }
  await expect(openBackup(whole, [newKey])).rejects.toThrow('cannot be decrypted')
  await expect(openBackup(fresh, [testKey])).rejects.toThrow('cannot be decrypted')
  expect((await openBackup(whole, [newKey, testKey])).place.key).toBe(testKey)
})

test('a backup during orders is one state of the shop', async () => {
  const { pool } = shop.database
  const { unitId } = await addProduct(pool, { stock: 100_000, price: 10 })
  const buyers = await Promise.all([1, 2, 3].map(() => addDealer(pool)))
  let hasEnded = false
  let orders = 0
  const buying = buyers.map(async (actor) => {
    const visitor = await shop.signedIn(actor)
    while (!hasEnded) {
      await fillCart(pool, actor, [{ unitId, quantity: 2 }])
      expect((await visitor.send('POST', '/api/catalog/cart', { body: {} })).status).toBe(200)
      orders++
    }
  })
  await expect.poll(() => orders).toBeGreaterThan(2)
  const before = orders
  const { folder: made, manifest } = await backUp(shop, { folder: backups, at: new Date('2026-11-03T00:00:00Z') })
  await expect.poll(() => orders).toBeGreaterThan(before + 3)
  hasEnded = true
  await Promise.all(buying)
  const copied = manifest.tables.find(({ name }) => name === 'orders')?.rows ?? 0
  expect(copied).toBeGreaterThanOrEqual(before)
  expect(copied).toBeLessThan(orders)
  expect(await verifyBackup(made, { connection: shop.database.connection, keys: [], findBroken })).toEqual([])
})

test('the verification names broken rules and removes its database', async () => {
  const { connection, pool } = shop.database
  const rule = async (db: Db) => [
    JSON.stringify(await db.one("SELECT count(*) AS n FROM categories WHERE slug = 'dal'")),
  ]
  expect(await verifyBackup(whole, { connection, keys: [testKey], findBroken: rule })).toEqual(['{"n":1}'])
  expect(await pool.query("SELECT FROM pg_database WHERE datname = 'toptan_verify'")).toEqual([])
})

test('the verification names the right that its user lacks', async () => {
  const { connection, pool } = shop.database
  if ('connectionString' in connection) throw new Error('The tests have a server of their own.')
  const user = `toptan_limited_${process.pid}`
  await pool.execute(`CREATE ROLE ${user} LOGIN PASSWORD 'limited'`)
  const limited = { ...connection, user, password: 'limited' }
  try {
    await expect(
      verifyBackup(whole, { connection: limited, keys: [testKey], findBroken: async () => [] }),
    ).rejects.toThrow(`The user ${user} may not create databases: ALTER ROLE ${user} CREATEDB`)
  } finally {
    await pool.execute(`DROP ROLE ${user}`)
  }
})

describe('refuses before it changes anything', () => {
  const broken: [string, (folder: string) => Promise<unknown>, RegExp][] = [
    [
      'a part that is cut off',
      (path) => truncate(join(path, 'tables/users.copy.zst'), 40),
      /users.copy.zst is cut off.* Take an older one/,
    ],
    ['a changed byte', (path) => changeByte(join(path, 'tables/audit_log.copy.zst')), /audit_log.copy.zst was changed/],
    [
      'a changed file',
      (path) => changeByte(join(path, `files/fault-reports/${photo}.jpg`)),
      /jpg was changed.* Take an older one/,
    ],
    ['a longer file', (path) => appendFile(join(path, 'files/invoices/ab/abcd'), 'x'), /abcd was changed/],
    [
      'a missing part',
      (path) => rm(join(path, 'tables/users.copy.zst')),
      /lacks tables\/users.copy.zst.* Take an older one/,
    ],
    [
      'exchanged parts',
      (path) => copyFile(join(path, 'tables/users.copy.zst'), join(path, 'tables/dealers.copy.zst')),
      /dealers.copy.zst (was changed|is cut off)/,
    ],
    [
      'a changed manifest',
      (path) => changeByte(join(path, 'manifest.json')),
      /manifest .* was changed.* Take an older one/,
    ],
    ['a missing manifest', (path) => rm(join(path, 'manifest.json')), /not a complete backup/],
  ]
  test.each(broken)('%s', async (_what, damage, message) => {
    const path = join(folder.path, 'damaged')
    await cp(whole, path, { recursive: true })
    await damage(path)
    await expectRefused(path, testKey, message)
    await rm(path, { recursive: true })
  })

  test('without the key, and with another one', async () => {
    await expectRefused(whole, undefined, /is encrypted: set BACKUP_KEY/)
    await expectRefused(whole, 'another key of backups with letters', /cannot be decrypted.*Set FORMER_BACKUP_KEY/)
  })

  test('a backup of a newer program', async () => {
    const { pool } = shop.database
    await pool.execute("INSERT INTO schema_migrations (version, name, checksum) VALUES (9999, '9999_later.sql', 'x')")
    const { folder: newer } = await backUp(shop, { folder: backups, at: new Date('2026-11-04T00:00:00Z') })
    await pool.execute('DELETE FROM schema_migrations WHERE version = 9999')
    await expectRefused(newer, undefined, /newer than this program/)
  })

  async function expectRefused(path: string, key: string | undefined, message: RegExp): Promise<void> {
    const place = await emptyPlace()
    try {
      await expect(restore(path, place, { ...(key !== undefined && { key }) })).rejects.toThrow(message)
      const tables = "SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace"
      expect(await place.database.pool.query(tables)).toEqual([])
      expect(await readdir(place.dataDir).catch(() => [])).toEqual([])
    } finally {
      await place.remove()
    }
  }

  async function changeByte(path: string): Promise<void> {
    const content = await readFile(path)
    content.writeUInt8(content.readUInt8(content.length >> 1) ^ 1, content.length >> 1)
    await writeFile(path, content)
  }
})

test('restores into an empty place only, or replaces what is there', async () => {
  const place = await emptyPlace()
  try {
    const { pool } = place.database
    await pool.execute('CREATE TABLE other (x int)')
    await expect(restore(whole, place, { key: testKey })).rejects.toThrow('the database has tables (other, …)')
    await pool.execute('DROP TABLE other')
    await mkdir(join(place.dataDir, 'notes'), { recursive: true })
    await writeFile(join(place.dataDir, 'notes/old'), 'x')
    await expect(restore(whole, place, { key: testKey })).rejects.toThrow(/notes has files/)
    await restore(whole, place, { key: testKey, replaces: true })
    expect(await readdir(join(place.dataDir, 'notes'))).toEqual([])
    expect(await pool.query("SELECT name FROM categories WHERE slug = 'dal'")).toEqual([{ name: 'Dal' }])
  } finally {
    await place.remove()
  }
})

test('a failed backup leaves no folder and its reason', async () => {
  const { pool } = shop.database
  await mkdir(join(backups, 'toptan-20261106T000000Z', 'in-the-way'), { recursive: true })
  await expect(backUp(shop, { folder: backups, at: new Date('2026-11-06T00:00:00Z') })).rejects.toThrow(
    /ENOTEMPTY|EEXIST/,
  )
  expect(await readdir(backups)).not.toContain('toptan-20261106T000000Z.part')
  const [run] = await listRuns(pool, 1)
  expect(run).toMatchObject({ name: 'toptan-20261106T000000Z', state: 'failed', bytes: 0 })
  expect(run?.error).not.toBe('')
})

test('two backups are not made at the same time', async () => {
  const attempts = await Promise.allSettled([
    backUp(shop, { folder: backups, at: new Date('2026-11-07T00:00:00Z') }),
    backUp(shop, { folder: backups, at: new Date('2026-11-08T00:00:00Z') }),
  ])
  expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = attempts.find((each) => each.status === 'rejected')
  expect(String(refused?.reason)).toContain('Another backup of this shop is being made.')
})
