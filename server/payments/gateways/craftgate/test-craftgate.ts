import { expect } from 'vitest'
import type { BankHttp, Charge, PosTerms } from '#server/payments/gateways/gateway.ts'
import { openGateway } from '#server/payments/gateways/gateways.ts'
import { charge as newCharge } from '#server/payments/gateways/test-bank.ts'
import recorded from './test-answers.json' with { type: 'json' }

export const secrets = { apiKey: 'shop-api-key', secretKey: 'shop-secret-key', callbackKey: 'shop-callback-key' }
export const charge: Charge = { ...newCharge, bankReference: '415449' }
export const proof = { paymentId: '415449' }
export const receipt = {
  authCode: '301029',
  bankReference: '415449',
  transaction: '830899',
  cardFirst6: '450803',
  cardLast4: '4509',
}

export function answerOf(id: string): { status: number; text: string } {
  const found = recorded.find((each) => each.id === id)
  if (found === undefined) throw new Error(`No answer ${id}`)
  return { status: found.status, text: JSON.stringify(found.answer) }
}

type Sent = Parameters<BankHttp>[0]

/** A gateway whose requests are answered in order; `sent` has the requests. */
export function answering(answers: { status: number; text: string }[], mode: PosTerms['mode'] = 'own_form') {
  const sent: Sent[] = []
  const terms: PosTerms = { id: 1, adapter: 'craftgate', mode, environment: 'test', settings: {}, secrets }
  const http: BankHttp = (request) => {
    const answer = answers[sent.push(request) - 1]
    return Promise.resolve(
      answer === undefined
        ? { ok: false, reason: 'timeout' }
        : { ok: true, contentType: 'application/json', ...answer },
    )
  }
  return { gateway: openGateway(terms, http, () => new Date('2026-11-20T12:00:00Z')), sent }
}

export const changed = (id: string, from: string | RegExp, to: string) => {
  const { status, text } = answerOf(id)
  expect(text).toMatch(from)
  return { status, text: text.replace(from, to) }
}
export const captured = (answer: { status: number; text: string }) => answering([answer]).gateway.capture(charge, proof)
