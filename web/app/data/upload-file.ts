import { type CallInput, type Endpoint, type Reply, urlOf } from '#contract/core/endpoint.ts'
import type { ErrorBody } from '#contract/core/errors.ts'
import { CallError, csrfToken } from './call.ts'
import { t } from '#web/app/i18n.ts'

type Address = { params?: Record<string, unknown>; query?: Record<string, unknown> }

/** Uploads a file to a call with parameters. Throws CallError as `call` does. */
export async function uploadFile<E extends Endpoint>(
  endpoint: E,
  { params, query }: Address & Partial<Pick<CallInput<E>, 'params' | 'query'>>,
  file: File,
): Promise<Reply<E>> {
  const response = await fetch(urlOf(endpoint.path, params, query), {
    method: endpoint.method,
    body: file,
    headers: {
      accept: 'application/json',
      'accept-language': document.documentElement.lang,
      'content-type': 'application/octet-stream',
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': csrfToken(),
    },
  }).catch(() => {
    throw new CallError(0, { code: 'network', messages: { type: t('errors.network') } })
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as Reply<E>
  const error = (answer as ErrorBody | null)?.error
  throw new CallError(response.status, error ?? { code: 'internal', messages: { type: t('errors.internal') } })
}
