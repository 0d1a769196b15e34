import type { DB } from '#db/types.ts'
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Db } from './pool.ts'

/** Composes SQL that depends on choices (filters, sorts), typed by the schema. It only writes; `run` sends. */
export const sqlFor = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Runs a composed query on the pool or in a transaction. */
export function run<Row extends object>(db: Db, query: Compilable<Row>): Promise<Row[]> {
  const { sql, parameters } = query.compile()
  return db.query<Row>(sql, parameters)
}
