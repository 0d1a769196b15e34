import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { findBroken } from '#faults/invariants.ts'
import { openClient } from '#server/backup/make/snapshot.ts'
import { migrate, requireMigrations } from '#server/platform/db/migrate.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { loadFixture, readFixture } from './fixture-file.ts'

const fixtures = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.fixture.zst'))

let fresh: TestDatabase
beforeAll(async () => {
  fresh = await createTestDatabase()
})
afterAll(() => fresh.drop())

test.each(fixtures)(
  'the data of %s has the schema of a new shop after an upgrade, and breaks no rule',
  async (name) => {
    const fixture = await readFixture(join(import.meta.dirname, name))
    const { migrations, tables } = fixture.head
    await requireMigrations(migrations, migrationsFolder)
    const database = await createTestDatabase({ empty: true })
    try {
      await migrate(database.pool, migrationsFolder, { until: migrations.at(-1)?.version })
      const client = await openClient(database.connection)
      await loadFixture(client, fixture).finally(client.close)
      const before = await figures(database.pool)
      await migrate(database.pool, migrationsFolder)
      expect(await schemaOf(database.pool)).toEqual(await schemaOf(fresh.pool))
      expect(await findBroken(database.pool)).toEqual([])
      expect(await figures(database.pool)).toEqual(before)
      expect(tables.filter(({ bytes }) => bytes > 0).length).toBeGreaterThan(20)
    } finally {
      await database.drop()
    }
  },
)

/** What every version has, and no upgrade may change. */
async function figures(db: Db) {
  const row = await db.one(
    `SELECT (SELECT count(*) FROM products) AS products, (SELECT sum(quantity) FROM inventory) AS stock,
            (SELECT count(*) FROM orders) AS orders, (SELECT sum(total_try) FROM orders) AS total,
            (SELECT sum(debit - credit) FROM account_movements) AS balance, (SELECT count(*) FROM users) AS users`,
  )
  expect(row).toMatchObject({ products: expect.any(Number), orders: expect.any(Number) })
  return row
}

/** One line for each part of the schema, in an order of its own. */
async function schemaOf(db: Db): Promise<string[]> {
  const parts = await db.query<{ part: string }>(
    `SELECT part FROM (
       SELECT format('column %s.%s %s %s %s %s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                     pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated) AS part
         FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped
       UNION ALL SELECT format('constraint %s %s %s %s', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
         FROM pg_constraint WHERE connamespace = 'public'::regnamespace
       UNION ALL SELECT format('index %s %s', pg_get_indexdef(indexrelid), indisvalid)
         FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE c.relnamespace = 'public'::regnamespace
       UNION ALL SELECT format('trigger %s %s', tgenabled, pg_get_triggerdef(t.oid))
         FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid WHERE c.relnamespace = 'public'::regnamespace AND NOT tgisinternal
       UNION ALL SELECT 'function ' || pg_get_functiondef(p.oid) FROM pg_proc p
         WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
           AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
       UNION ALL SELECT format('view %s %s', viewname, definition) FROM pg_views WHERE schemaname = 'public'
       UNION ALL SELECT format('sequence %s %s %s', sequencename, data_type, increment_by) FROM pg_sequences WHERE schemaname = 'public'
     ) parts ORDER BY part`,
  )
  return parts.map(({ part }) => part)
}
