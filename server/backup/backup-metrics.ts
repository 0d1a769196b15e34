import { Gauge, type Registry } from 'prom-client'
import { auditHead } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadBackupState } from './backup-state.ts'

/** Adds the age of the last good backup, whether the last one failed, and the length of the audit log's chain to the metrics. */
export function openBackupMetrics(registry: Registry, db: Db): void {
  const registers = [registry]
  let collected = Promise.resolve()
  // Collected first, for all.
  const age = new Gauge({
    name: 'backup_age_seconds',
    help: 'Age of the last good backup; absent while there is none',
    registers,
    collect: () => (collected = collect()),
  })
  const failed = new Gauge({
    name: 'backup_failed',
    help: '1 if the last backup failed',
    registers,
    collect: () => collected,
  })
  const seals = new Gauge({
    name: 'audit_seals',
    help: 'Length of the hash chain of the audit log; it never falls',
    registers,
    collect: () => collected,
  })
  async function collect() {
    // Without the database the other metrics are still served.
    const now = new Date()
    const found = await Promise.all([loadBackupState(db, now), auditHead(db)]).catch(() => null)
    for (const gauge of [age, failed, seals]) gauge.remove()
    if (found === null) return
    const [{ lastGood, problems }, { seq }] = found
    if (lastGood !== null) age.set((now.getTime() - lastGood.getTime()) / 1000)
    failed.set(problems.includes('failed') ? 1 : 0)
    seals.set(seq)
  }
}
