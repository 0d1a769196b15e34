import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateTypes } from './generate-types.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let empty: TestDatabase

beforeAll(async () => {
  empty = await createTestDatabase({ empty: true })
})
afterAll(() => empty.drop())

test('describes nullability, defaults, generated columns, arrays, enums and domains', async () => {
  await empty.pool.execute(`
    CREATE TYPE state AS ENUM ('open', 'closed');
    CREATE DOMAIN code AS text CHECK (value <> '');
    CREATE TABLE unit_prices (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, price numeric NOT NULL, list_price numeric, code code NOT NULL,
      state state NOT NULL DEFAULT 'open', states state[], tags text[] NOT NULL DEFAULT '{}', day date, facts jsonb,
      changed_at timestamptz NOT NULL DEFAULT now(), price_twice numeric GENERATED ALWAYS AS (price * 2) STORED,
      is_on boolean NOT NULL);
    CREATE TABLE dropped_later (a int, b int NOT NULL); ALTER TABLE dropped_later DROP COLUMN a;`)
  expect(await generateTypes(empty.pool)).toBe(`// Made from the database by \`node cli/toptan.ts types\`. Do not edit.

import type { Generated, GeneratedAlways } from 'kysely'

export type DroppedLaterTable = {
  b: number
}

export type UnitPricesTable = {
  id: GeneratedAlways<number>
  price: string
  list_price: string | null
  code: string
  state: Generated<'open' | 'closed'>
  states: ('open' | 'closed')[] | null
  tags: Generated<string[]>
  day: string | null
  facts: unknown
  changed_at: Generated<Date>
  price_twice: GeneratedAlways<string | null>
  is_on: boolean
}

export type DB = {
  dropped_later: DroppedLaterTable
  unit_prices: UnitPricesTable
}
`)
})

test('db/types.ts is what the migrations make', async () => {
  const migrated = await createTestDatabase()
  const made = await generateTypes(migrated.pool).finally(() => migrated.drop())
  const file = await readFile(new URL('../../../db/types.ts', import.meta.url), 'utf8')
  expect(made === file, 'db/types.ts is out of date: run node cli/toptan.ts types').toBe(true)
})
