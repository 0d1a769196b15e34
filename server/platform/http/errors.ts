import type { ErrorBody, ErrorCode, Refusal } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { translate } from './words.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The HTTP status of an error code. */
    statusOf(code: ErrorCode): number
  }
}

/** The sentence of a refusal for programs. Where people are told to use the screen, programs have a sentence of their own. */
export function programSentence({ code, facts }: Pick<Refusal, 'code' | 'facts'>, locale: Locale): string {
  const own = `integration.errors.${code}`
  const text = translate(locale, own, facts)
  return text === own ? translate(locale, `errors.${code}`, facts) : text
}

/** The response body of a refusal, in the visitor's language. */
export function errorBody(refusal: Omit<Refusal, 'ok'>, locale: Locale, isForProgram = false): ErrorBody {
  const error: ErrorBody['error'] = {
    code: refusal.code,
    messages: {
      type: isForProgram
        ? programSentence(refusal, locale)
        : translate(locale, `errors.${refusal.code}`, refusal.facts),
    },
  }
  if (refusal.facts !== undefined) error.facts = refusal.facts
  if (refusal.fields !== undefined) {
    error.fields = Object.fromEntries(
      Object.entries(refusal.fields).map(([field, problem]) => [
        field,
        typeof problem === 'string'
          ? translate(locale, `errors.fields.${problem}`)
          : translate(locale, problem.text, problem.facts),
      ]),
    )
  }
  return { error, ...refusal.related }
}
