import { data, redirect } from 'react-router'
import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import { refuse } from '#contract/core/errors.ts'
import { pages, secondFactorPath } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Answer, CallRegistry, RawInput } from './calls.ts'
import { errorBody } from './errors.ts'
import type { RequestContext } from './request-context.ts'

/** Runs a call of a page. A database that cannot be reached is a refusal. */
export type RunCall = (endpoint: Pick<Endpoint, 'method' | 'path'>, input: RawInput) => Promise<Answer>

export function callRunner<Context extends RequestContext>(
  calls: CallRegistry<Context>,
  visitor: Context,
  isUnavailable: (error: unknown) => boolean,
): RunCall {
  return async (endpoint, input) => {
    const call = calls.find(endpoint.method, endpoint.path)
    if (call === undefined) throw new Error(`No handler for ${endpoint.method} ${endpoint.path}`)
    return call.run(input, visitor).catch((error: unknown) => {
      if (isUnavailable(error)) return refuse('unavailable')
      throw error
    })
  }
}

type PageRequest = {
  url: string
  locale: Locale
  statusOf(code: Parameters<typeof refuse>[0]): number
}

/** The function with which loaders run calls, without HTTP. A refusal becomes a redirect to sign-in or an error page. */
export function serverCall(run: RunCall, { url, locale, statusOf }: PageRequest) {
  return async <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E> | Record<string, never> = {},
  ): Promise<Reply<E>> => {
    const answer = await run(endpoint, input)
    if (answer.ok) return answer.body as Reply<E>
    if (answer.code === 'not_signed_in') throw redirect(`${pages.login}?next=${encodeURIComponent(url)}`)
    if (answer.code === 'factor_required') throw redirect(secondFactorPath(url))
    throw data(errorBody(answer, locale).error, { status: statusOf(answer.code) })
  }
}
