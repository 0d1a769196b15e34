import { expect } from 'vitest'
import type { BankHttp } from './gateway.ts'

/** Answers every request with one text. */
export const answering =
  (text: string, status = 200): BankHttp =>
  () =>
    Promise.resolve({ ok: true, status, text, contentType: 'text/xml; charset=utf-8' })

const leaf = /<([\w:]+)>[^<]*<\/\1>/g

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
  const leaves = [...xml.matchAll(leaf)]
  for (const name of needed) {
    const found = leaves.filter((each) => each[1] === name)
    expect([name, found.length > 0]).toEqual([name, true])
    for (const { 0: text, index } of found) {
      const replaced = (by: string) => xml.slice(0, index) + by + xml.slice(index + text.length)
      expect([name, 'removed', await isRead(replaced(''))]).toEqual([name, 'removed', false])
      expect([name, 'doubled', await isRead(replaced(text + text))]).toEqual([name, 'doubled', false])
    }
  }
}
