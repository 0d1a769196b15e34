import { expect } from 'vitest'
import type { Db } from '#server/platform/db/pool.ts'

/** Written beside requests, outside of their transactions: when a user was last seen. */
const notWatched = ['sessions', 'users']

type Named = { name: string }
export type CrashPoints = {
  /**
   * Sends a request again and again. The first time its connection ends after its first statement that writes, as when
   * the process dies there; then after the second one and so on, and as a transaction commits, until the request
   * succeeds. Expects that no crash leaves a change. Returns the number of crashes.
   */
  crashAtEach(send: () => Promise<{ status: number }>): Promise<number>
  /** The tables of which `work` changes rows. */
  changedBy(work: () => Promise<unknown>): Promise<string[]>
}

/** Lets connections end at their writes. Only for databases of one test file: all tables get triggers. */
export async function addCrashPoints(db: Db): Promise<CrashPoints> {
  const tables = await db.query<Named>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname <> ALL ($1)`,
    [notWatched],
  )
  // Sequences count on when a transaction is rolled back. Rows of the log go with their transaction.
  const statements = [
    'CREATE SEQUENCE crash_writes',
    'CREATE SEQUENCE crash_at MINVALUE 0 START 0',
    'CREATE TABLE crash_log (name text)',
    'CREATE TABLE crash_commits (id xid8 PRIMARY KEY)',
    `CREATE FUNCTION log_change() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO crash_log VALUES (TG_TABLE_NAME);
       INSERT INTO crash_commits VALUES (pg_current_xact_id()) ON CONFLICT DO NOTHING;
       RETURN NULL;
     END $$`,
    `CREATE FUNCTION crash_here() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE at bigint := (SELECT last_value FROM crash_at);
     BEGIN
       IF at > 0 AND nextval('crash_writes') >= at THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
       RETURN NULL;
     END $$`,
    `CREATE CONSTRAINT TRIGGER crash_here AFTER INSERT ON crash_commits DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION crash_here()`,
    ...tables.flatMap(({ name }) => [
      `CREATE TRIGGER log_change AFTER INSERT OR UPDATE OR DELETE ON ${name} FOR EACH ROW EXECUTE FUNCTION log_change()`,
      `CREATE TRIGGER crash_here AFTER INSERT OR UPDATE OR DELETE ON ${name} FOR EACH STATEMENT EXECUTE FUNCTION crash_here()`,
    ]),
  ]
  for (const sql of statements) await db.execute(sql)

  const takeLog = async () => {
    const rows = await db.query<Named>('DELETE FROM crash_log RETURNING name')
    return [...new Set(rows.map(({ name }) => name))].toSorted()
  }
  const setPoint = async (at: number) => {
    await db.query("SELECT setval('crash_at', $1), setval('crash_writes', 1, false)", [at])
  }
  const changedBy = async (work: () => Promise<unknown>) => {
    await takeLog()
    await work()
    return takeLog()
  }
  return {
    changedBy,
    async crashAtEach(send) {
      for (let at = 1; ; at += 1) {
        await setPoint(at)
        let status = 0
        const changed = await changedBy(async () => {
          status = (await send()).status
        })
        await setPoint(0)
        if (status === 200) return at - 1
        expect({ crash: at, status, changed }).toEqual({ crash: at, status: 503, changed: [] })
      }
    },
  }
}
