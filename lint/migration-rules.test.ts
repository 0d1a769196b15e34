import { expect, test } from 'vitest'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { parseMigration, readMigrations } from '#server/platform/db/migration/migration-files.ts'
import { lastFreeMigration, migrationProblems } from './migration-rules.ts'

test('every migration runs while the previous version serves', async () => {
  const migrations = await readMigrations(migrationsFolder)
  const checked = migrations.filter(({ version }) => version > lastFreeMigration)
  const problems = checked.flatMap(({ name, sql }) =>
    migrationProblems(
      name,
      sql,
      migrations.filter((each) => each.name < name),
    ).map((problem) => `${name}: ${problem}`),
  )
  expect(checked.length).toBeGreaterThan(0)
  expect(problems).toEqual([])
})

const earlier = [
  parseMigration('0100_brand_names.sql', 'ALTER TABLE brands ADD COLUMN title text'),
  parseMigration('0101_lines.sql', 'ALTER TABLE order_lines VALIDATE CONSTRAINT order_lines_title_check'),
]
const problemsOf = (sql: string) => migrationProblems('0200_new.sql', sql, earlier)

test.each([
  ['ALTER TABLE brands DROP COLUMN name', /contract/],
  ['ALTER TABLE brands RENAME COLUMN name TO title', /contract/],
  ['ALTER TABLE brands RENAME TO makers', /contract/],
  ['DROP TABLE brands', /contract/],
  ['DROP FUNCTION fold(text)', /contract/],
  ['DROP TRIGGER a ON brands; CREATE TRIGGER b AFTER INSERT ON brands EXECUTE FUNCTION f()', /contract/],
  ['ALTER TABLE brands ALTER COLUMN name DROP DEFAULT', /contract/],
  ['ALTER TABLE brands ALTER name SET NOT NULL', /contract/],
  ['-- migration: contract after 0199\nDROP TABLE brands', /does not exist before it/],
  ['ALTER TABLE brands ADD COLUMN size int NOT NULL', /NOT NULL without a default/],
  ['ALTER TABLE brands ADD COLUMN a int, ADD size int NOT NULL CHECK (size > 0)', /brands.size is NOT NULL/],
  ['-- migration: contract after 0100\nALTER TABLE orders ALTER COLUMN note SET NOT NULL', /reads a large table/],
  ['-- migration: contract after 0100\nALTER TABLE orders ALTER COLUMN id TYPE bigint', /rewrites a large table/],
  ['ALTER TABLE orders ADD COLUMN token uuid DEFAULT gen_random_uuid()', /rewrites a large table/],
  ['ALTER TABLE orders ADD COLUMN n bigint GENERATED ALWAYS AS (id * 2) STORED', /rewrites a large table/],
  ['ALTER TABLE orders ADD COLUMN size int CHECK (size IN (1, 2))', /NOT VALID/],
  ['ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0)', /NOT VALID/],
  ['ALTER TABLE orders ADD FOREIGN KEY (dealer_id) REFERENCES dealers', /NOT VALID/],
  ['ALTER TABLE orders ADD UNIQUE (order_no)', /USING INDEX/],
  [
    'ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c',
    /needs a later file/,
  ],
  ['CREATE INDEX a ON orders (dealer_id)', /CONCURRENTLY/],
  ['CREATE INDEX CONCURRENTLY a ON orders (dealer_id)', /file of its own/],
  ['-- migration: index\nCREATE INDEX CONCURRENTLY a ON orders (id); SELECT 1', /nothing else/],
  ['UPDATE orders SET total = 0', /batch of orders/],
  ['WITH gone AS (DELETE FROM searches RETURNING id) SELECT 1', /batch of searches/],
  ['INSERT INTO sums SELECT dealer_id, sum(total) FROM orders GROUP BY 1', /batch of orders/],
  ['-- migration: batch of orders\nUPDATE orders SET total = 0', /LIMIT \$1/],
  ['-- migration: batch of orders\nUPDATE a SET b = 1 WHERE c IN (SELECT c FROM a LIMIT $1); SELECT 1', /LIMIT \$1/],
  ['LOCK TABLE brands', /locks a table/],
  ['TRUNCATE brands', /locks a table/],
  ['ALTER TABLE brands SET TABLESPACE fast', /locks a table/],
])('%j is refused', (sql, problem) => {
  const found = problemsOf(sql)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(problem)
})

test.each([
  'CREATE TABLE makers (id int PRIMARY KEY, order_id bigint NOT NULL REFERENCES orders); CREATE INDEX m ON makers (order_id)',
  'CREATE TABLE makers (id int); ALTER TABLE makers ADD COLUMN size int NOT NULL; UPDATE makers SET size = 1; DROP TABLE IF EXISTS makers; CREATE TABLE makers (id int)',
  'ALTER TABLE orders ADD COLUMN note text, ADD COLUMN size int NOT NULL DEFAULT 0, ADD dealer int REFERENCES dealers',
  "ALTER TABLE orders ADD COLUMN at timestamptz NOT NULL DEFAULT now(), ADD COLUMN w text DEFAULT ', UNIQUE'",
  'ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0) NOT VALID',
  'ALTER TABLE orders VALIDATE CONSTRAINT c',
  'ALTER TABLE orders DROP CONSTRAINT c, ADD CONSTRAINT c UNIQUE USING INDEX orders_no',
  '-- migration: contract after 0100\nDROP TABLE orders; ALTER TABLE brands DROP COLUMN name, RENAME title TO name',
  '-- migration: contract after 0101\nALTER TABLE order_lines ALTER COLUMN title SET NOT NULL',
  'DROP TRIGGER a ON orders; CREATE TRIGGER a AFTER INSERT ON orders EXECUTE FUNCTION f()',
  'DROP FUNCTION f(int); CREATE FUNCTION f(n bigint) RETURNS int AS $$ UPDATE orders SET total = 0; $$',
  'CREATE FUNCTION f() RETURNS trigger AS $body$ BEGIN UPDATE orders SET total = 0; END $body$',
  'CREATE INDEX a ON brands (name); UPDATE brands SET name = upper(name); -- UPDATE orders SET total = 0;',
  '-- migration: index\n-- For lists.\nCREATE INDEX CONCURRENTLY a ON orders (id);\nDROP INDEX CONCURRENTLY b;',
  '-- migration: batch of orders\nWITH next AS (SELECT id FROM orders WHERE total IS NULL LIMIT $1) UPDATE orders o SET total = 0 FROM next WHERE o.id = next.id',
])('%j is allowed', (sql) => {
  expect(problemsOf(sql)).toEqual([])
})
