import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfCookie, csrfTokenIn } from '#contract/core/csrf.ts'
import type { PageEncoding } from './page-bytes.ts'
import type { RequestContext } from './request-context.ts'
import { contentSecurityPolicy } from './security.ts'

/** The rules of a page's response. */
export type PageRules = {
  /** Whether requests of the page may set cookies. */
  setsCookies: boolean
  /** Neither the server nor the browser stores the page. */
  isPrivate: boolean
  /** The address itself is a secret: it is not sent to other sites and not indexed. Implies `isPrivate`. */
  isSecret: boolean
  /** Whether the page may embed pages of other sites. */
  framesOtherSites: boolean
  /** Origins besides the shop's own that forms of the page may send to. */
  formTargets?(): Promise<readonly string[]>
}

export const isStored = ({ isPrivate, isSecret }: PageRules): boolean => !isPrivate && !isSecret

export type SentPage = { status: number; bytes: Buffer; scripts: readonly string[]; cacheState: 'hit' | 'miss' | 'off' }

export type PageRequest = {
  request: FastifyRequest
  visitor: RequestContext
  rules: PageRules
  encoding: PageEncoding
  mode: 'production' | 'development'
  /** The visitor's token. */
  token: string
}

/** Prepares the response of a page. Returns its bytes, which the handler returns. */
export async function sendPage(reply: FastifyReply, page: SentPage, to: PageRequest): Promise<Buffer> {
  const { rules, encoding, mode } = to
  const formTargets = (await rules.formTargets?.()) ?? []
  const policy = { mode, framesOtherSites: rules.framesOtherSites, formTargets }
  reply
    .code(page.status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', contentSecurityPolicy(page.scripts, policy))
    .header('cache-control', isStored(rules) ? 'private, no-cache' : 'no-store')
    .header('vary', 'cookie, accept-language, accept-encoding')
    .header('x-page-cache', page.cacheState)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  if (page.status === 503) reply.header('retry-after', '2')
  if (rules.isSecret) reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
  setToken(to)
  return page.bytes
}

const year = 365 * 24 * 3600 // seconds

/** Gives the page's scripts the visitor's token. It changes with the session. */
function setToken({ request, visitor, token }: PageRequest): void {
  if (csrfTokenIn(request.headers.cookie ?? '') === token) return
  visitor.setCookie(csrfCookie, token, { maxAge: year, httpOnly: false })
}
