import { type Day, dayInTurkey, mondayOf } from '#domain/text/calendar-day.ts'

type Dated = { name: string; at: Date }

/** Milliseconds. A backup made after a mishap must not replace the one before it. */
const keptAll = 48 * 3_600_000

/**
 * The backups that are no longer kept: all but those of the last 48 hours, and the last one of each of the newest `days` days and
 * `weeks` weeks that have one. The newest backup is always kept.
 */
export function expiredBackups(
  backups: readonly Dated[],
  { days, weeks }: { days: number; weeks: number },
  now: Date,
): string[] {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const kept = new Set([
    ...newestOfEach(newestFirst, days, ({ at }) => dayInTurkey(at)),
    ...newestOfEach(newestFirst, weeks, ({ at }) => mondayOf(dayInTurkey(at))),
    ...newestFirst.filter(({ at }) => now.getTime() - at.getTime() < keptAll).map(({ name }) => name),
    ...newestFirst.slice(0, 1).map(({ name }) => name),
  ])
  return newestFirst.filter(({ name }) => !kept.has(name)).map(({ name }) => name)
}

function newestOfEach(newestFirst: readonly Dated[], count: number, periodOf: (backup: Dated) => Day): string[] {
  const newest = new Map<Day, string>()
  for (const backup of newestFirst) {
    const period = periodOf(backup)
    if (!newest.has(period)) newest.set(period, backup.name)
  }
  return [...newest.values()].slice(0, count)
}
