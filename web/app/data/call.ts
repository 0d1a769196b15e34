import { csrfTokenIn } from '#contract/core/csrf.ts'
import { type CallInput, type Endpoint, type Reply, urlOf } from '#contract/core/endpoint.ts'
import type { ErrorBody } from '#contract/core/errors.ts'
import { stampHeader } from '#contract/core/visitor.ts'
import { t } from '#web/app/i18n.ts'
import { CallError } from './call-error.ts'
import { checkStamp } from './visitor-freshness.ts'

export { CallError } from './call-error.ts'

let token = typeof document === 'undefined' ? '' : csrfTokenIn(document.cookie)

/** The token of the visitor for whom the page was loaded. It stays when another tab signs in: this page's calls are then refused. */
export const csrfToken = (): string => token

/** The visitor's session continues with another id. */
export function replaceCsrfToken(next: string): void {
  token = next
}

type FormValue = string | number | boolean | undefined

function formOf(body: Record<string, FormValue>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.set(name, String(value))
  return form
}

/**
 * Calls an endpoint from the browser, or takes the `answer` of a call that was sent already. Throws CallError when the call is
 * refused or fails; aborts as fetch does.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> | Record<string, never> = {},
  options: { signal?: AbortSignal; answer?: Promise<Response> | undefined } = {},
): Promise<Reply<E>> {
  const { params, query, body, headers } = input as {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: Record<string, unknown>
    headers?: Record<string, string>
  }
  const sent =
    body === undefined
      ? undefined
      : endpoint.encoding === 'form'
        ? formOf(body as Record<string, FormValue>)
        : JSON.stringify(body)
  const request =
    options.answer ??
    fetch(urlOf(endpoint.path, params, query), {
      method: endpoint.method,
      body: sent,
      headers: {
        accept: 'application/json',
        'accept-language': document.documentElement.lang,
        'x-requested-with': 'XMLHttpRequest',
        ...(endpoint.method === 'GET' ? {} : { 'x-csrf-token': csrfToken() }),
        ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      signal: options.signal,
    })
  const response = await request.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new CallError(0, { code: 'network', messages: { type: t('errors.network') } })
  })
  checkStamp(response.headers.get(stampHeader))
  const reply: unknown = await response.json().catch(() => null)
  if (response.ok && reply !== null) return reply as Reply<E>
  if (response.status === 503) void reportUnavailable().catch(() => {})
  const error = (reply as ErrorBody | null)?.error
  throw new CallError(response.status, error ?? { code: 'internal', messages: { type: t('errors.internal') } })
}

/** Its code is in a file that every page loads when idle. */
const reportUnavailable = async () => (await import('./watch-trouble.ts')).reportUnavailable()
