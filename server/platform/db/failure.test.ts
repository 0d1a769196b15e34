import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { breaksConnection, isRetryable, isUnavailable, NoAnswerError, unlessReadOnly } from './failure.ts'

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError('failed', 6, 'error'), { code })
}
const systemError = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall })

describe('an error of the database', () => {
  test.each([
    ['53100', 'disk full'],
    ['53200', 'out of memory'],
    ['58030', 'I/O error, such as a quota that is used up'],
    ['57014', 'statement timeout'],
    ['40001', 'serialization failure'],
  ])('%s (%s) is answered with 503, and the connection stays', (code) => {
    expect([isUnavailable(databaseError(code)), breaksConnection(databaseError(code))]).toEqual([true, false])
  })

  test.each([
    ['25006', 'read-only server'],
    ['57P01', 'shutdown'],
    ['57P02', 'crash of another process, such as a full write-ahead log'],
    ['57P03', 'starting up'],
    ['53300', 'no connection left'],
    ['08006', 'connection failure'],
  ])('%s (%s) is answered with 503, and the connection is closed', (code) => {
    expect([isUnavailable(databaseError(code)), breaksConnection(databaseError(code))]).toEqual([true, true])
  })

  test.each(['23505', '42601', '22012', 'XX000'])('%s is a bug', (code) => {
    expect([isUnavailable(databaseError(code)), isRetryable(databaseError(code))]).toEqual([false, false])
  })
})

test.each([
  ['a refused connection', systemError('ECONNREFUSED', 'connect'), true],
  ['a missing socket', systemError('ENOENT', 'connect'), true],
  ['a full queue of the socket', systemError('EAGAIN', 'connect'), true],
  ['a missing file', systemError('ENOENT', 'open'), false],
  ['a full disk of files', systemError('ENOSPC', 'write'), false],
  ['no answer', new NoAnswerError(), true],
])('%s is the database’s or not: %#', (_, error, isOfDatabase) => {
  expect(isUnavailable(error)).toBe(isOfDatabase)
})

test('a change on the side of a read is left out while the database is read-only, and fails otherwise', async () => {
  expect(await unlessReadOnly(Promise.resolve(1), 0)).toBe(1)
  for (const code of ['25006', '53100']) expect(await unlessReadOnly(Promise.reject(databaseError(code)), 0)).toBe(0)
  await expect(unlessReadOnly(Promise.reject(databaseError('23505')), 0)).rejects.toThrow('failed')
})
