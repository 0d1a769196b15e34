import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { MigrationError, migrate, pendingMigrations } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.execute('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  folder = await mkdtemp(join(tmpdir(), 'toptan-migrations-'))
  await add('0001_brands.sql', 'CREATE TABLE brands (id int);')
  await add('0002_models.sql', 'CREATE TABLE models (id int); INSERT INTO models VALUES (1);')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const add = (name: string, sql: string) => writeFile(join(folder, name), sql)
const count = async (table: string) => (await database.pool.one(`SELECT count(*) AS n FROM ${table}`)) as { n: number }

test('runs missing migrations in order, each once', async () => {
  expect(await pendingMigrations(database.pool, folder)).toEqual(['0001_brands.sql', '0002_models.sql'])
  expect(await migrate(database.pool, folder)).toEqual({ applied: ['0001_brands.sql', '0002_models.sql'] })
  expect(await migrate(database.pool, folder)).toEqual({ applied: [] })
  await add('0003_units.sql', 'CREATE TABLE units (id int)')
  expect(await migrate(database.pool, folder)).toEqual({ applied: ['0003_units.sql'] })
  expect(await pendingMigrations(database.pool, folder)).toEqual([])
  expect(await count('models')).toEqual({ n: 1 })
})

test('rolls back a migration that fails halfway', async () => {
  await add('0003_units.sql', 'CREATE TABLE units (id int); SELECT 1 / 0;')
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    'Migration 0003_units.sql failed and was undone: division by zero',
  )
  expect(
    await database.pool.one(`SELECT to_regclass('units') AS units, to_regclass('models')::text AS models`),
  ).toEqual({
    units: null,
    models: 'models',
  })
  await add('0003_units.sql', 'CREATE TABLE units (id int)')
  expect(await migrate(database.pool, folder)).toEqual({ applied: ['0003_units.sql'] })
})

test('rolls back when the process dies halfway, and the next one continues', async () => {
  await add('0003_units.sql', 'CREATE TABLE units (id int); SELECT pg_terminate_backend(pg_backend_pid());')
  await expect(migrate(database.pool, folder)).rejects.toThrow(/0003_units.sql failed/)
  expect(await pendingMigrations(database.pool, folder)).toEqual(['0003_units.sql'])
  await add('0003_units.sql', 'CREATE TABLE units (id int)')
  expect(await migrate(database.pool, folder)).toEqual({ applied: ['0003_units.sql'] })
})

test('lets one of five concurrent processes migrate', async () => {
  await add('0003_slow.sql', 'SELECT pg_sleep(0.2); CREATE TABLE slow (id int)')
  const results = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(database.pool, folder)))
  expect(results.filter(({ applied }) => applied.length === 3)).toHaveLength(1)
  expect(results.filter(({ applied }) => applied.length === 0)).toHaveLength(4)
  expect(await count('schema_migrations')).toEqual({ n: 3 })
})

test('refuses a migration that was changed after it ran, but accepts other line endings', async () => {
  await add('0003_two_lines.sql', 'SELECT 1;\nSELECT 2;\n')
  await migrate(database.pool, folder)
  await add('0003_two_lines.sql', 'SELECT 1;\r\nSELECT 2;\r\n')
  expect(await migrate(database.pool, folder)).toEqual({ applied: [] })
  await appendFile(join(folder, '0001_brands.sql'), ' -- and more')
  await expect(migrate(database.pool, folder)).rejects.toThrow('Migration 0001_brands.sql was changed after')
})

test('accepts a database that a newer program has migrated, until a contract removes what this one uses', async () => {
  await add('0003_upgrades.sql', await readFile(join(migrationsFolder, '0570_upgrades.sql'), 'utf8'))
  await migrate(database.pool, folder)
  await add('0004_units.sql', 'CREATE TABLE units (id int)')
  await add('0005_contract.sql', '-- migration: contract after 0004\nDROP TABLE models')
  await migrate(database.pool, folder, { until: 4 })
  await rm(join(folder, '0005_contract.sql'))
  await rm(join(folder, '0004_units.sql'))
  expect(await pendingMigrations(database.pool, folder)).toEqual([])
  expect(await migrate(database.pool, folder)).toEqual({ applied: [] })

  await add('0004_units.sql', 'CREATE TABLE units (id int)')
  await add('0005_contract.sql', '-- migration: contract after 0004\nDROP TABLE models')
  await migrate(database.pool, folder)
  await rm(join(folder, '0005_contract.sql'))
  expect(await pendingMigrations(database.pool, folder)).toEqual([])
  await rm(join(folder, '0004_units.sql'))
  const refusal = 'The database is newer than this program and lacks what it uses since 0005_contract.sql.'
  await expect(migrate(database.pool, folder)).rejects.toThrow(refusal)
  await expect(pendingMigrations(database.pool, folder)).rejects.toThrow(MigrationError)
})

test('refuses a database that has a migration of another program', async () => {
  await migrate(database.pool, folder)
  await rm(join(folder, '0001_brands.sql'))
  await expect(pendingMigrations(database.pool, folder)).rejects.toThrow('it has 0001_brands.sql')
})

test('refuses gaps in the order, duplicate numbers and invalid file names', async () => {
  await rm(join(folder, '0001_brands.sql'))
  await migrate(database.pool, folder)
  await add('0001_brands.sql', 'SELECT 1')
  await expect(migrate(database.pool, folder)).rejects.toThrow('0001_brands.sql stands before 0002_models.sql')
  await add('0002_again.sql', 'SELECT 1')
  await expect(migrate(database.pool, folder)).rejects.toThrow('Two migrations have the number')
  await add('0002_again.sql', '-- migration: slow')
  await expect(migrate(database.pool, folder)).rejects.toThrow('0002_again.sql begins with a line')
  await rm(join(folder, '0002_again.sql'))
  await add('later.sql', 'SELECT 1')
  await expect(migrate(database.pool, folder)).rejects.toThrow('later.sql is not named like')
})
