import { missingCreateRight } from '#server/platform/db/other-database.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { PlanLine } from './upgrade-plan.ts'

type Facts = {
  version: string
  number: number
  encoding: string
  hasIcu: boolean
  mayMakeTables: boolean
  ownership: string
  user: string
  database: string
}

const oldestVersion = 180_000

/** Checks the version, encoding and rights of a database, which may be empty. Each problem names the statement that fixes it. */
export async function checkRights(pool: Pool): Promise<PlanLine[]> {
  const facts = await pool.one<Facts>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
            current_setting('server_encoding') AS encoding,
            EXISTS (SELECT FROM pg_collation WHERE collname = 'tr-x-icu') AS "hasIcu",
            coalesce(has_schema_privilege('public', 'CREATE')
              AND (has_database_privilege(current_database(), 'CREATE') OR to_regnamespace('pgboss') IS NOT NULL), false)
              AS "mayMakeTables",
            coalesce(format('ALTER DATABASE %I OWNER TO %I', current_database(), current_user), '') AS ownership,
            current_user AS user, coalesce(current_database(), '') AS database`,
  )
  if (facts === undefined) return []
  const missing = await missingCreateRight(pool)
  const { version, number, encoding, hasIcu, user, database } = facts
  const problem = (text: string): PlanLine => ({ level: 'problem', text })
  return [
    ...(number < oldestVersion ? [problem(`PostgreSQL ${version} is too old: the shop needs 18 or newer.`)] : []),
    ...(encoding === 'UTF8'
      ? []
      : [
          problem(
            `The encoding of the database ${database} is ${encoding}, but the shop needs UTF8. Make a new one: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`,
          ),
        ]),
    ...(hasIcu ? [] : [problem('PostgreSQL has no ICU, by which Turkish names are sorted: install a build with ICU.')]),
    ...(facts.mayMakeTables
      ? []
      : [
          problem(
            `The user ${user} may not make tables in the database ${database}. As its administrator: ${facts.ownership}`,
          ),
        ]),
    ...(missing === null
      ? []
      : [
          {
            level: 'note' as const,
            text: `The user ${missing.user} may not make databases, which only "toptan backup verify" needs. As an administrator: ${missing.statement}`,
          },
        ]),
  ]
}
