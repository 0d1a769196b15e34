import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tryLock, waitForLock } from './file-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'toptan-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an exclusive lock excludes all others, shared locks exclude an exclusive one', () => {
  const file = join(folder, 'one.lock')
  const alone = tryLock(file, 'exclusive')
  expect(tryLock(file, 'exclusive')).toBeUndefined()
  expect(tryLock(file, 'shared')).toBeUndefined()
  alone?.release()
  const guests = [tryLock(file, 'shared'), tryLock(file, 'shared')]
  expect(guests.every(Boolean)).toBe(true)
  expect(tryLock(file, 'exclusive')).toBeUndefined()
  for (const guest of guests) guest?.release()
  expect(tryLock(file, 'exclusive')).toBeDefined()
})

test('waits for the lock up to a limit', async () => {
  const file = join(folder, 'two.lock')
  const first = tryLock(file, 'exclusive')
  await expect(waitForLock(file, 60)).rejects.toThrow('for too long')
  const second = waitForLock(file, 10_000)
  first?.release()
  const lock = await second
  expect(tryLock(file, 'exclusive')).toBeUndefined()
  lock.release()
})
