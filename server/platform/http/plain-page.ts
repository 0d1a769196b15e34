import type { FastifyRequest } from 'fastify'
import type { Locale } from '#contract/core/visitor.ts'
import { translate } from './words.ts'

/** Whether the response is shown in a browser window: a request for a page, not a call. */
export function wantsHtml(request: FastifyRequest): boolean {
  const isCall = request.url.startsWith('/api/') || request.headers['x-requested-with'] !== undefined
  return !isCall && (request.headers.accept ?? '').includes('text/html')
}

/**
 * A page without the bundle, for errors while the shop's pages cannot be rendered: a sentence and a link to the home
 * page.
 */
export function plainPage(sentence: string, locale: Locale): string {
  const home = translate(locale, 'errorPage.home')
  return `<!DOCTYPE html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${sentence}</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}
a{color:light-dark(#0b5b64,#7fd3dc)}</style></head><body><h1>${sentence}</h1><p><a href="/">${home}</a></p></body></html>`
}

export const plainPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
