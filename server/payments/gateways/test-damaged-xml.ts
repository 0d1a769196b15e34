import { expect } from 'vitest'
import type { BankHttp } from './gateway.ts'
import { changedAnswers } from './test-changed-answers.ts'

/** Answers every request with one text. */
export const answering =
  (text: string, status = 200): BankHttp =>
  () =>
    Promise.resolve({ ok: true, status, text, contentType: 'text/xml; charset=utf-8' })

/**
 * Cuts an XML answer off before each of its tags, and removes and doubles each of the elements `needed`. `isRead` is
 * whether the gateway still reads the outcome of such an answer: it never may.
 */
export async function expectDoubt(
  xml: string,
  needed: readonly string[],
  isRead: (text: string) => Promise<boolean>,
): Promise<void> {
  expect(await isRead(xml)).toBe(true)
  const cuts = [...xml.matchAll(/</g)].map(({ index }) => xml.slice(0, index))
  for (const cut of cuts) expect([cut.slice(-40), await isRead(cut)]).toEqual([cut.slice(-40), false])
  const changed = changedAnswers(xml)
  for (const change of needed.flatMap((name) => [`${name} removed`, `${name} doubled`])) {
    const found = changed.filter((each) => each.change === change)
    expect([change, found.length > 0]).toEqual([change, true])
    for (const { text } of found) expect([change, await isRead(text)]).toEqual([change, false])
  }
}
