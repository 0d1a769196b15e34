import { expect } from 'vitest'
import type { BankHttp, Gateway, PosTerms, Proof, Receipt } from './gateway.ts'
import { openGateway } from './gateways.ts'
import type { Json } from './json-message.ts'
import { charge } from './test-bank.ts'
import { changedAnswers } from './test-changed-answers.ts'

/** An answer of a bank as recorded, and what the operation returns for it. */
export type RecordedAnswer = { id: string; operation: string; source: string; answer: Json; expected: Json }
/** An answer as the bank sends it. `after` answers the requests that follow the first one. */
export type SentAnswer = { text: string; status?: number; after?: string }
export type RunAnswer = (operation: string, answer: SentAnswer) => Promise<Json>

/** A gateway whose bank gives one answer; `sent` records the requests. */
export function answeringGateway(
  terms: PosTerms,
  { text, status = 200, after = text }: SentAnswer,
  sent: Parameters<BankHttp>[0][] = [],
): Gateway {
  const http: BankHttp = (request) => {
    sent.push(request)
    return Promise.resolve({ ok: true, status, text: sent.length > 1 ? after : text, contentType: 'text/plain' })
  }
  return openGateway(terms, http, () => new Date('2026-11-21T09:00:00Z'))
}

/** Runs an operation against an answer; the result as JSON, moments as text. */
export function answerRunner(terms: PosTerms, { proof, receipt }: { proof: Proof; receipt: Receipt }): RunAnswer {
  const operations: Record<string, (gateway: Gateway) => unknown> = {
    capture: (gateway) => gateway.capture(charge, proof),
    void: (gateway) => gateway.void(charge, receipt),
    refund: (gateway) => gateway.refund(charge, receipt, '234.50'),
    inquiry: (gateway) => gateway.inquire(charge, null),
    list: (gateway) => gateway.transactions?.('2026-11-20'),
  }
  return async (operation, answer) => {
    const result = await operations[operation]?.(answeringGateway(terms, answer))
    return JSON.parse(JSON.stringify(result)) as Json
  }
}

/** Whether an operation learned nothing from its answer. */
export function isUnclear(result: Json): boolean {
  return result['kind'] === 'unknown' || result['kind'] === 'pending' || result['ok'] === false
}

/** Cuts an answer at forty places, replaces it by a page, and sends it with an error status: it proves nothing. */
export async function expectUnclearIfBroken(run: RunAnswer, operation: string, text: string): Promise<void> {
  const step = Math.max(1, Math.floor(text.length / 40))
  const cuts = Array.from({ length: 40 }, (_, index) => text.slice(0, index * step))
  for (const broken of [...cuts, '<html><body>Hata</body></html>', '[]', 'null']) {
    expect([broken, isUnclear(await run(operation, { text: broken }))]).toEqual([broken, true])
  }
  for (const status of [400, 401, 500, 503]) expect(isUnclear(await run(operation, { text, status }))).toBe(true)
}

/** Removes each field in turn, at every depth, empties it, doubles it, and moves it: the outcome is the same, or unclear. */
export async function expectSameIfChanged(
  run: RunAnswer,
  { operation, answer, expected }: RecordedAnswer,
  asSent: (answer: Json) => SentAnswer,
): Promise<void> {
  const whole = asSent(answer)
  const changed = [
    ...answersWithoutAField(answer).map(({ field, lacking }) => ({
      change: `without ${field}`,
      sent: asSent(lacking),
    })),
    ...changedAnswers(whole.text).map(({ change, text }) => ({ change, sent: { ...whole, text } })),
  ]
  for (const { change, sent } of changed) {
    const result = await run(operation, sent)
    const isSame = ['kind', 'amount', 'refunded'].every((name) => result[name] === expected[name])
    expect([change, isSame || isUnclear(result)]).toEqual([change, true])
  }
}

function answersWithoutAField(answer: Json, path = ''): { field: string; lacking: Json }[] {
  return Object.entries(answer).flatMap(([name, value]) => {
    const { [name]: _missing, ...others } = answer
    const items: readonly unknown[] = Array.isArray(value) ? value : [value]
    const inner = items.flatMap((item, index) =>
      typeof item === 'object' && item !== null
        ? answersWithoutAField(item as Json, `${path}${name}.`).map(({ field, lacking }) => {
            const changed: unknown = Array.isArray(value) ? items.with(index, lacking) : lacking
            return { field, lacking: { ...answer, [name]: changed } }
          })
        : [],
    )
    return [{ field: path + name, lacking: others }, ...inner]
  })
}
