/** When repeated work starts: at a minute of the hour (null: every minute), in these hours of the day in Turkey. */
export type Schedule = { minute: number | null; fromHour: number; toHour: number }

const minute = 60_000 // milliseconds
const turkey = 3 * 60 * minute // UTC+3 all year

/** Parses the cron expressions that the shop uses, a minute and hours: `* * * * *`, `5 7-23 * * *`. Null for others. */
export function parseSchedule(cron: string): Schedule | null {
  const match = /^(\*|[0-5]?\d) (\*|\d{1,2}(?:-\d{1,2})?) \* \* \*$/.exec(cron)
  if (match === null) return null
  const [, minutes = '*', hours = '*'] = match
  const [from = '0', to = from] = hours === '*' ? ['0', '23'] : hours.split('-')
  const schedule = { minute: minutes === '*' ? null : Number(minutes), fromHour: Number(from), toHour: Number(to) }
  return schedule.fromHour <= schedule.toHour && schedule.toHour <= 23 ? schedule : null
}

/** The first start after `now`. */
export function nextStart(schedule: Schedule, now: Date): Date {
  let next = Math.floor(now.getTime() / minute) + 1
  while (!startsAt(schedule, new Date(next * minute + turkey))) next += 1
  return new Date(next * minute)
}

function startsAt({ minute: start, fromHour, toHour }: Schedule, local: Date): boolean {
  const hour = local.getUTCHours()
  return (start === null || start === local.getUTCMinutes()) && hour >= fromHour && hour <= toHour
}
