import { createHash } from 'node:crypto'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'

/** How far the clock of the ERP's server may be from ours. */
const clockDifference = 30 * 60_000

/** The hashed passwords to try, the likeliest first: the day is the server's, whose clock may be on the other side of midnight. */
export function dailyPasswords(password: string, now: Date): string[] {
  const today = dayInTurkey(now)
  const others = [-clockDifference, clockDifference].map((part) => dayInTurkey(new Date(now.getTime() + part)))
  const days = new Set([today, ...others.filter((day) => day === addDays(today, -1) || day === addDays(today, 1))])
  return [...days].map((day) => createHash('md5').update(`${day} ${password}`).digest('hex'))
}
