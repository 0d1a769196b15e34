import type { Endpoint, Reply } from '#contract/core/endpoint.ts'
import type { Refusal } from '#contract/core/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import type { Calls, DealerKeyContext } from '#server/visitor/visitor.ts'

export type DealerApiDeps = { pool: Pool; store: Store; publicUrl: string }

/** The answer of the call that the dealer's screen makes: one set of rules for both. */
export async function answerOf<E extends Endpoint>(
  calls: Calls,
  { method, path }: E,
  input: { query: unknown },
  context: DealerKeyContext,
): Promise<Reply<E> | Refusal> {
  const answer = await calls.find(method, path)?.run(input, context)
  if (answer === undefined) throw new Error(`The call ${method} ${path} is not registered.`)
  return answer.ok ? (answer.body as Reply<E>) : answer
}
