import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '#web/app/data/call-error.ts'
import { poll } from './poll.ts'

const refused = (status: number) => new CallError(status, { code: 'internal', messages: { type: 'Refused' } })

/** Polls with these answers, one a second, for ten seconds. */
async function pollAnswers(answers: readonly (string | CallError)[]) {
  const seen: string[] = []
  let asked = 0
  const stop = poll(1000, {
    load: () => {
      const answer = answers[Math.min(asked++, answers.length - 1)]!
      return typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(answer)
    },
    onData: (data) => seen.push(data),
    onRefusal: () => seen.push('refused'),
  })
  await vi.advanceTimersByTimeAsync(10_000)
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  return { seen, asked }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a poll', () => {
  test.each([0, 429, 500, 502, 503])('goes on after an answer with the status %i', async (status) => {
    const { seen, asked } = await pollAnswers(['10 %', refused(status), refused(status), '40 %'])
    expect(seen.slice(0, 3)).toEqual(['10 %', '40 %', '40 %'])
    expect(asked).toBe(10)
  })

  test.each([401, 403, 404])('ends and reports it after a refusal with the status %i', async (status) => {
    expect(await pollAnswers(['10 %', refused(status)])).toEqual({ seen: ['10 %', 'refused'], asked: 2 })
  })

  test('waits for an answer before the next request, and drops one that arrives after it was stopped', async () => {
    const onData = vi.fn()
    const { promise, resolve } = Promise.withResolvers<string>()
    const load = vi.fn(() => promise)
    const stop = poll(1000, { load, onData, onRefusal: () => {} })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(load).toHaveBeenCalledTimes(1)
    stop()
    resolve('late')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(onData).not.toHaveBeenCalled()
  })
})
