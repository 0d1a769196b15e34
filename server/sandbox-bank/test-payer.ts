import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { inLatin5 } from './cc5.ts'
import { demoCode } from '#server/sandbox-bank/pages/challenge.ts'

/**
 * What a browser posts when it leaves the bank: the address, the fields, and how often. `times` 0: the window was
 * closed.
 */
export type BankReturn = { url: string; fields: [string, string][]; times: number; encoding: 'UTF-8' | 'ISO-8859-9' }

/** The step that the start of a payment returns. */
type Step = { action: string; fields: readonly (readonly [string, string])[] } | { kind: 'redirect'; url: string }

export type Payer = {
  /** In hosted mode: the card typed on the bank's own page. */
  card?: { number: string; expiry: string; cvc: string }
  code?: string
  givesUp?: boolean
}

/** Goes to the bank and returns its page, as a browser in the frame does. */
export async function goToBank(app: FastifyInstance, step: Step): Promise<{ url: string; html: string }> {
  const sent = 'url' in step ? await app.inject(step.url) : await post(app, step.action, step.fields)
  if (sent.statusCode !== 303) throw new Error(`The bank answered ${sent.statusCode}: ${refusalOf(sent.body)}`)
  const url = String(sent.headers.location)
  return { url, html: (await app.inject(url)).body }
}

/** Does everything a cardholder does at the bank and returns the post back to the shop. */
export async function payAtBank(app: FastifyInstance, step: Step, payer: Payer = {}): Promise<BankReturn> {
  const { url, html } = await goToBank(app, step)
  let page = html
  if (page.includes('name="number"') && payer.card !== undefined) {
    page = (await post(app, url, [...Object.entries(payer.card), ['action', 'card']])).body
  }
  if (isWaiting(page) && payer.givesUp) page = (await post(app, url, [['action', 'cancel']])).body
  for (let tries = 0; isWaiting(page) && tries < 3; tries += 1) {
    page = (
      await post(app, url, [
        ['action', 'code'],
        ['code', payer.code ?? demoCode],
      ])
    ).body
  }
  return readReturn(page)
}

const isWaiting = (page: string) => page.includes('name="code"') || page.includes('name="number"')

/** Posts the return as often as the bank does; concurrently if more than once. */
export function returnToShop(app: FastifyInstance, back: BankReturn): Promise<LightMyRequestResponse[]> {
  if (back.times === 0) return Promise.resolve([])
  const url = new URL(back.url)
  const times = Array.from({ length: back.times })
  return Promise.all(times.map(() => post(app, url.pathname + url.search, back.fields, back.encoding)))
}

export function readReturn(page: string): BankReturn {
  if (page.includes('data-return="missing"')) return { url: '', fields: [], times: 0, encoding: 'UTF-8' }
  const form = /<form id="return" method="post" action="([^"]*)" accept-charset="([^"]*)" data-times="(\d+)"/.exec(page)
  if (form === null) throw new Error(`This is no way back to a shop: ${refusalOf(page)}`)
  const [, url = '', encoding = '', times = ''] = form
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const fields = inputs.map(([, name = '', value = '']): [string, string] => [plain(name), plain(value)])
  return { url: plain(url), fields, times: Number(times), encoding: encoding === 'UTF-8' ? 'UTF-8' : 'ISO-8859-9' }
}

const refusalOf = (page: string) => /data-refused="(\w+)"/.exec(page)?.[1] ?? 'no reason'

const marks: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const plain = (text: string) => text.replace(/&[\w#]+;/g, (mark) => marks[mark] ?? mark)

function post(
  app: FastifyInstance,
  url: string,
  fields: readonly (readonly [string, string])[],
  encoding: BankReturn['encoding'] = 'UTF-8',
): Promise<LightMyRequestResponse> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  const encode = encoding === 'UTF-8' ? encodeURIComponent : encodeLatin5
  const payload = fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return app.inject({ method: 'POST', url, headers, payload })
}

function encodeLatin5(text: string): string {
  return [...inLatin5(text)]
    .map((byte) => {
      const letter = String.fromCharCode(byte)
      return /[\w.-]/.test(letter) && byte < 128 ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}
