import { hash } from 'node:crypto'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Answer, RawInput } from './calls.ts'
import { encodedReply } from './encoded-reply.ts'
import { type CachedPage, createPageCache } from './page-cache.ts'
import type { RunCall } from './page-calls.ts'
import { type SlottedPage, type SlotTexts, slotSizes, storeSlotted } from './page-slots.ts'

/** How the answer of one call is split: pages show the shared part, and own texts in their slots. */
export type Splitting = {
  endpoint: Pick<Endpoint, 'method' | 'path'>
  /** The part that pages are rendered with, and this visitor's texts, escaped for HTML. */
  split(body: unknown): { shared: object; texts: SlotTexts }
}

type PageCall = { endpoint: Pick<Endpoint, 'method' | 'path'>; input: RawInput }
type Made = PageCall & { answer: Promise<Answer>; isUsed: boolean }

/** A stored page, with what its response needs besides the bytes. */
export type SharedPage = CachedPage & { bytes: SlottedPage }

const maxAddresses = 20_000

/**
 * Pages that visitors share (docs/decisions/101-dealers-share-pages.md). A page depends on nothing but its address and the answers
 * of its calls. For each address the calls of its last rendering are known: they run for every visitor, and whoever gets the
 * same answers gets the same page.
 */
export function createSharedPages(limit?: number) {
  const pages = createPageCache<SharedPage>(limit)
  const known = new Map<string, readonly PageCall[]>()

  function remember(address: string, calls: readonly PageCall[]): void {
    known.delete(address)
    known.set(address, calls)
    if (known.size > maxAddresses) known.delete(known.keys().next().value ?? '')
  }

  return {
    /** The page of one visitor. `address`: what it depends on besides the answers. */
    open(address: string, run: RunCall, { endpoint: splitEndpoint, split }: Splitting) {
      const made = new Map<string, Made>()
      let texts: SlotTexts = {}

      async function answerOf(call: PageCall): Promise<Answer> {
        const answer = await run(call.endpoint, call.input)
        if (!answer.ok || nameOf(call) !== nameOf({ endpoint: splitEndpoint, input: {} })) return answer
        const parts = split(answer.body)
        texts = parts.texts
        return { ok: true, body: parts.shared }
      }
      function make(call: PageCall): Made {
        const name = nameOf(call)
        const entry = made.get(name) ?? { ...call, answer: answerOf(call), isUsed: false }
        made.set(name, entry)
        return entry
      }
      /** Null if a call was refused: an error is nobody else's page. */
      async function keyOf(calls: readonly PageCall[]): Promise<string | null> {
        const names = calls.map((call) => [nameOf(call), make(call).answer] as const)
        const parts = names.toSorted(([a], [b]) => (a < b ? -1 : 1))
        const answers = await Promise.all(parts.map(([, answer]) => answer))
        if (answers.some(({ ok }) => !ok)) return null
        const digests = answers.map((answer) => digestOf(answer))
        return JSON.stringify([address, slotSizes(texts), parts.map(([name], i) => [name, digests[i]])])
      }
      return {
        /** The answer for a loader, from a call that ran already or now. */
        run: (endpoint: PageCall['endpoint'], input: RawInput): Promise<Answer> => {
          const entry = make({ endpoint, input })
          entry.isUsed = true
          return entry.answer
        },
        /** This visitor's texts, once the calls have run. */
        texts: () => texts,
        /** The stored page that is this visitor's, too. */
        async find(): Promise<SharedPage | undefined> {
          const calls = known.get(address)
          const key = calls === undefined ? null : await keyOf(calls)
          return key === null ? undefined : pages.get(key)
        },
        /** Stores the page that was rendered with the answers of `run`. Null if it cannot be shared. */
        async store(html: string, scripts: readonly string[]): Promise<SharedPage | null> {
          const calls = [...made.values()].filter(({ isUsed }) => isUsed)
          const key = await keyOf(calls)
          const bytes = key === null ? null : await storeSlotted(html, slotSizes(texts))
          if (key === null || bytes === null) return null
          const page = { bytes, scripts }
          remember(
            address,
            calls.map(({ endpoint, input }) => ({ endpoint, input })),
          )
          pages.set(key, page)
          return page
        },
      }
    },
  }
}

const nameOf = ({ endpoint: { method, path }, input }: PageCall): string => JSON.stringify([method, path, input])

function digestOf(answer: Answer): string {
  if (!answer.ok) return ''
  return encodedReply(answer)?.digest() ?? hash('sha256', JSON.stringify(answer.body), 'base64')
}
