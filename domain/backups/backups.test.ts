import { describe, expect, test } from 'vitest'
import { backupProblems, oldAfterHours } from './backup-health.ts'
import { expiredBackups } from './retention.ts'

const at = (text: string) => ({ name: text, at: new Date(`${text}+03:00`) })

describe('expiredBackups', () => {
  // 2026-11-29 is a Sunday.
  const backups = [
    '2026-11-02T03:00',
    '2026-11-08T03:00',
    '2026-11-15T03:00',
    '2026-11-22T03:00',
    '2026-11-27T03:00',
    '2026-11-28T03:00',
    '2026-11-29T03:00',
    '2026-11-29T17:00',
  ].map(at)

  const later = new Date('2027-01-01')

  test.each([
    [{ days: 2, weeks: 0 }, ['2026-11-28T03:00', '2026-11-29T17:00']],
    [{ days: 1, weeks: 2 }, ['2026-11-22T03:00', '2026-11-29T17:00']],
    [
      { days: 3, weeks: 4 },
      [
        '2026-11-08T03:00',
        '2026-11-15T03:00',
        '2026-11-22T03:00',
        '2026-11-27T03:00',
        '2026-11-28T03:00',
        '2026-11-29T17:00',
      ],
    ],
    [{ days: 0, weeks: 0 }, ['2026-11-29T17:00']],
  ])('%j keeps %j', (rule, kept) => {
    const expired = new Set(expiredBackups(backups, rule, later))
    expect(backups.map(({ name }) => name).filter((name) => !expired.has(name))).toEqual(kept)
  })

  test('counts days of Turkey', () => {
    expect(expiredBackups([at('2026-11-28T23:59'), at('2026-11-29T00:01')], { days: 2, weeks: 0 }, later)).toEqual([])
    expect(expiredBackups([], { days: 7, weeks: 4 }, later)).toEqual([])
  })

  test('keeps all of the last 48 hours', () => {
    const now = new Date('2026-11-29T18:00:00+03:00')
    expect(expiredBackups(backups, { days: 1, weeks: 0 }, now)).not.toContain('2026-11-28T03:00')
    expect(expiredBackups(backups, { days: 1, weeks: 0 }, now)).toContain('2026-11-27T03:00')
  })
})

describe('backupProblems', () => {
  const now = new Date('2026-11-29T12:00:00Z')
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const facts = { isOn: true, lastGood: hoursAgo(1), hasFailed: false, shopSince: hoursAgo(1000) }

  test.each([
    [facts, []],
    [{ ...facts, lastGood: hoursAgo(oldAfterHours + 1) }, ['old']],
    [{ ...facts, lastGood: hoursAgo(oldAfterHours + 1), isOn: false }, []],
    [{ ...facts, lastGood: null }, ['old']],
    [{ ...facts, lastGood: null, shopSince: hoursAgo(2) }, []],
    [{ ...facts, hasFailed: true }, ['failed']],
    [{ ...facts, lastGood: null, hasFailed: true }, ['failed', 'old']],
  ])('of %j are %j', (given, problems) => {
    expect(backupProblems(given, now)).toEqual(problems)
  })
})
