import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { type FileStore, StorageError } from '#server/platform/files/file-store.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { enqueue, takeFromOutbox } from '#server/platform/jobs/outbox.ts'
import { noticeRecovery, pointInTime, raiseMark } from './backup.ts'

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let files: FileStore
const warnings: string[] = []

beforeAll(async () => {
  ;[database, folder] = await Promise.all([createTestDatabase(), temporaryFolder()])
  files = openFileStore({ dataDir: folder.path })
})
afterAll(async () => {
  await database.drop()
  await folder.remove()
})
beforeEach(async () => {
  warnings.length = 0
  await files.remove('database-mark')
  await database.pool.execute('UPDATE database_mark SET number = 0')
  await database.pool.execute('DELETE FROM restores')
})

const raise = () => raiseMark(database.pool, files, ({ message }) => void warnings.push(message))
const markOf = async () =>
  (await database.pool.one<{ number: number }>('SELECT number FROM database_mark'))?.number ?? -1
const fileMark = async () => Number(await readFile(join(folder.path, 'database-mark'), 'utf8'))
const restores = () => database.pool.query('SELECT backup, backup_at FROM restores ORDER BY id')

/** Three minutes of a shop, after which its database goes back to the end of the first one. */
async function goBack(): Promise<Date> {
  await raise()
  const old = await database.pool.one<{ number: number; at: Date }>('SELECT number, at FROM database_mark')
  if (old === undefined) throw new Error('There is no mark.')
  await raise()
  await raise()
  await database.pool.execute('UPDATE database_mark SET number = $1, at = $2', [old.number, old.at])
  return old.at
}

test('a database that has all that its mark names is left alone, at every start', async () => {
  expect(await noticeRecovery(database.pool, files)).toBeNull()
  await raise()
  await raise()
  expect([await markOf(), await fileMark()]).toEqual([2, 2])
  expect(await noticeRecovery(database.pool, files)).toBeNull()
  // A standby that was promoted after synchronous commits: its process died before it wrote the file.
  await database.pool.execute('UPDATE database_mark SET number = number + 1')
  expect(await noticeRecovery(database.pool, files)).toBeNull()
  expect([await restores(), warnings]).toEqual([[], []])
})

test('one that has gone back is settled like a restore, by one start and once', async () => {
  const { pool } = database
  await pool.execute("INSERT INTO users (email, name, role) VALUES ('biri@example.com', 'Biri', 'admin')")
  await pool.execute(
    "INSERT INTO sessions (id, user_id, expires_at) SELECT '\\x01', id, now() + interval '1 day' FROM users",
  )
  await enqueue(pool, 'order-mail', { n: 1 })
  const orderNo = await pool.one<{ next: number }>("SELECT nextval('order_number') AS next")
  const at = await goBack()

  const noticed = await Promise.all([noticeRecovery(pool, files), noticeRecovery(pool, files)])
  expect(noticed.filter((each) => each !== null)).toEqual([at])
  expect(await restores()).toEqual([{ backup: pointInTime, backup_at: at }])
  expect(await pool.query('SELECT FROM sessions')).toEqual([])
  expect(await takeFromOutbox(pool, { names: ['order-mail'], held: ['order-mail'] }, 10)).toEqual([])
  const next = await pool.one<{ next: number }>("SELECT nextval('order_number') AS next")
  expect(next?.next).toBeGreaterThan((orderNo?.next ?? 0) + 999)

  expect(await noticeRecovery(pool, files)).toBeNull()
  await raise()
  expect([await markOf(), await fileMark()]).toEqual([4, 4])
  expect(await noticeRecovery(pool, files)).toBeNull()
  expect(await restores()).toHaveLength(1)
})

test('a process that runs meanwhile says so, and does not hide it from the next start', async () => {
  const at = await goBack()
  for (let minute = 0; minute < 5; minute++) await raise()
  expect([await markOf(), await fileMark()]).toEqual([1, 3])
  expect(warnings).toHaveLength(5)
  expect(warnings[0]).toContain('restart all processes')
  expect(await noticeRecovery(database.pool, files)).toEqual(at)
})

test('a new database beside the files of an earlier one has not gone back', async () => {
  await goBack()
  await database.pool.execute('UPDATE database_mark SET number = 0')
  expect(await noticeRecovery(database.pool, files)).toBeNull()
  await raise()
  expect([await markOf(), await fileMark()]).toEqual([4, 4])
})

test('a mark that cannot be stored is not a mark of the database that was lost', async () => {
  await raise()
  const broken: FileStore = { ...files, put: () => Promise.reject(new StorageError('The storage is full.')) }
  await expect(raiseMark(database.pool, broken, () => {})).rejects.toThrow('full')
  expect([await markOf(), await fileMark()]).toEqual([2, 1])
  expect(await noticeRecovery(database.pool, files)).toBeNull()
})
