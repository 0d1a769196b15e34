/** Hours after which the last good backup of a shop with a daily one is old: a day, and half a day for a failure to be repaired. */
export const oldAfterHours = 36

export type BackupProblem = 'failed' | 'old'

export type BackupFacts = {
  /** Whether daily backups are on. */
  isOn: boolean
  /** The last good backup; null: there is none. */
  lastGood: Date | null
  /** Whether the newest backup that has ended failed. */
  hasFailed: boolean
  /** Since when the shop exists. */
  shopSince: Date
}

/** What staff are warned of. Without daily backups nothing is expected; a failed one is reported all the same. */
export function backupProblems({ isOn, lastGood, hasFailed, shopSince }: BackupFacts, now: Date): BackupProblem[] {
  const since = lastGood ?? shopSince
  const isOld = isOn && now.getTime() - since.getTime() > oldAfterHours * 3_600_000
  return [...(hasFailed ? (['failed'] as const) : []), ...(isOld ? (['old'] as const) : [])]
}
