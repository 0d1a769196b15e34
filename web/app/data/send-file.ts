import type { Endpoint, Reply } from '#contract/core/endpoint.ts'
import type { ErrorBody } from '#contract/core/errors.ts'
import { CallError, csrfToken } from './call.ts'
import { t } from '#web/app/i18n.ts'

export type Sending<Data> = { done: Promise<Data>; cancel(): void }

/** Uploads one file and reports the share sent, from 0 to 1. Throws CallError as `call` does. */
export function sendFile<E extends Endpoint>(
  endpoint: E,
  blob: Blob,
  onProgress: (share: number) => void,
): Sending<Reply<E>> {
  const request = new XMLHttpRequest()
  const done = new Promise<Reply<E>>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText) as Reply<E>)
      else reject(refusalOf(request))
    })
    const lost = () => reject(new CallError(0, { code: 'network', messages: { type: t('errors.network') } }))
    for (const event of ['error', 'abort', 'timeout']) request.addEventListener(event, lost)
    request.open(endpoint.method, endpoint.path)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('accept-language', document.documentElement.lang)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.setRequestHeader('x-requested-with', 'XMLHttpRequest')
    request.setRequestHeader('x-csrf-token', csrfToken())
    request.send(blob)
  })
  return { done, cancel: () => request.abort() }
}

function refusalOf({ status, responseText }: XMLHttpRequest): CallError {
  try {
    return new CallError(status, (JSON.parse(responseText) as ErrorBody).error)
  } catch {
    return new CallError(status, { code: 'internal', messages: { type: t('errors.internal') } })
  }
}
