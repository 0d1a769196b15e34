import { expect, test } from 'vitest'
import { nextStart, parseSchedule } from './schedule.ts'

test.each([
  ['* * * * *', { minute: null, fromHour: 0, toHour: 23 }],
  ['17 * * * *', { minute: 17, fromHour: 0, toHour: 23 }],
  ['5 7-23 * * *', { minute: 5, fromHour: 7, toHour: 23 }],
  ['35 3 * * *', { minute: 35, fromHour: 3, toHour: 3 }],
  ['75 * * * *', null],
  ['5 9-7 * * *', null],
  ['5 24 * * *', null],
  ['0 0 1 * *', null],
])('%s is %j', (cron, schedule) => {
  expect(parseSchedule(cron)).toEqual(schedule)
})

// Times in Turkey, UTC+3.
test.each([
  ['* * * * *', '2026-11-29T23:10:05+03:00', '2026-11-29T23:11:00+03:00'],
  ['17 * * * *', '2026-11-29T23:17:00+03:00', '2026-11-30T00:17:00+03:00'],
  ['5 7-23 * * *', '2026-11-29T23:06:00+03:00', '2026-11-30T07:05:00+03:00'],
  ['35 3 * * *', '2026-11-29T01:00:00+03:00', '2026-11-29T03:35:00+03:00'],
])('%s after %s starts at %s', (cron, now, next) => {
  const schedule = parseSchedule(cron)
  expect(schedule && nextStart(schedule, new Date(now))).toEqual(new Date(next))
})
