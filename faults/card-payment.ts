import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { uniqueCard } from '#server/payments/start/test-cards.ts'
import { payAtBank, returnToShop } from '#server/sandbox-bank/test-payer.ts'
import type { Buyer } from './buyer.ts'

/** Pays 100.00 lira into the buyer's account at a shop with the sandbox bank. Returns the reference. Throws if it is refused. */
export async function payIntoAccount(url: string, buyer: Buyer): Promise<string> {
  const card = uniqueCard()
  const wanted = { binNumber: card.ccno.slice(0, 8), type: 'pay', amount: '100.00' }
  const { body: offer } = await buyer.post('/api/catalog/bin-control', wanted)
  const plans = offer['plans'] as { id: number; installment: number }[] | undefined
  const plan = plans?.find(({ installment }) => installment === 1)
  const payment = { ...card, type: 'pay', amount: '100.00', installment: 1, description: '', plan: plan?.id ?? null }
  const started = await buyer.post('/api/payment/start', payment, { 'idempotency-key': randomUUID() })
  if (started.status !== 200) throw new Error(`The payment did not start: ${JSON.stringify(started.body)}`)
  const app = browserAt(url)
  await returnToShop(app, await payAtBank(app, started.body['step'] as Parameters<typeof payAtBank>[1]))
  return String(started.body['reference'])
}

type Request = { method?: string; url: string; headers?: Record<string, string>; payload?: string }

/** Sends over HTTP what the helpers of tests inject into the program. */
function browserAt(origin: string): FastifyInstance {
  const inject = async (request: string | Request) => {
    const { method = 'GET', url, headers = {}, payload } = typeof request === 'string' ? { url: request } : request
    const options = { method, headers, redirect: 'manual' as const, ...(payload !== undefined && { body: payload }) }
    const response = await fetch(new URL(url, origin), options)
    const body = await response.text()
    return { statusCode: response.status, headers: Object.fromEntries(response.headers), body }
  }
  return { inject } as unknown as FastifyInstance
}
