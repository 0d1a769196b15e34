import type { Config } from '#server/config.ts'
import { createPool, type Connection, type Pool } from '#server/platform/db/pool.ts'

/** What is wrong with the further addresses of the database, or a sentence that they are right. */
export async function checkAddresses(
  config: Config,
  direct: Connection,
): Promise<{ isRight: boolean; text: string }[]> {
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl } = config
  const own = await identify(createPool(direct, { role: 'command', max: 1 }))
  const findings: { isRight: boolean; text: string }[] = []
  if (databaseUrl !== undefined && databaseDirectUrl !== undefined) {
    const pooled = createPool({ connectionString: databaseUrl }, { role: 'command', max: 1, direct })
    const isRight = (await identify(pooled)).id === own.id
    findings.push({
      isRight,
      text: `DATABASE_URL ${isRight ? 'leads' : 'does not lead'} to the database of DATABASE_DIRECT_URL`,
    })
  }
  if (databaseReplicaUrl !== undefined) {
    const found = await identify(createPool({ connectionString: databaseReplicaUrl }, { role: 'command', max: 1 }))
    const isRight = found.id === own.id && found.isStandby
    findings.push({ isRight, text: `DATABASE_REPLICA_URL ${isRight ? 'is' : 'is not'} a standby of this database` })
  }
  return findings
}

type Identity = { id: string | null; isStandby: boolean }

async function identify(pool: Pool): Promise<Identity> {
  const sql = `SELECT system_identifier::text || ' ' || current_database() AS id, pg_is_in_recovery() AS "isStandby" FROM pg_control_system()`
  const found = await pool.one<Identity>(sql).finally(() => pool.close())
  return found ?? { id: null, isStandby: false }
}
