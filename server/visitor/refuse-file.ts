import type { FastifyReply } from 'fastify'
import type { Refusal } from '#contract/core/errors.ts'
import { sendRefusal } from '#server/platform/http/wire.ts'
import type { CallContext } from './context.ts'

/** Answers a download that is refused, and logs it as an event of security (docs/asvs.md). */
export function refuseFile(
  reply: FastifyReply,
  refusal: Refusal,
  visit: Pick<CallContext, 'actor' | 'locale' | 'log'>,
) {
  const { routeOptions, params } = reply.request
  const userId = visit.actor?.userId ?? null
  visit.log.info({ code: refusal.code, file: routeOptions.url, params, userId }, 'A file was refused.')
  return sendRefusal(reply, refusal, visit.locale)
}
