import { ErpError, type ErpHttp } from '#server/erp/adapters/adapter.ts'
import { isCompanyAddress, outsideBytes } from '#server/platform/http/outside-call.ts'

/** What is read of one answer. Pages of records are far smaller. */
const maxBytes = 64 * 1024 * 1024
const defaultTimeout = 60_000
const sandboxHost = /^http:\/\/sandbox-erp\.localhost(?=\/)/

/**
 * Requests to an ERP, which usually is in the company's own network and has no certificate: unlike webhooks they may go to
 * private addresses, because only administrators configure it, but not to the metadata service of a cloud. The host `sandbox-erp.localhost` is the sandbox ERP of this shop,
 * which is at `sandboxUrl`. Throws `unavailable` if nothing was sent, and `unknown` if the
 * request may have arrived.
 */
export function openErpHttp(sandboxUrl?: string): ErpHttp {
  const call = outsideBytes({
    isOpen: isCompanyAddress,
    allowsHttp: true,
    maxBytes,
    isSandbox: ({ origin }) => origin === sandboxUrl,
  })
  return async ({ timeout = defaultTimeout, ...request }) => {
    const url = sandboxUrl === undefined ? request.url : request.url.replace(sandboxHost, `${sandboxUrl}/sandbox-erp`)
    const answer = await call({ ...request, url, timeout })
    if (answer.ok) return { status: answer.status, text: answer.bytes.toString('utf8') }
    const { reason } = answer
    if (reason === 'address') throw new ErpError('settings', `The address ${request.url} cannot be used.`)
    throw new ErpError(request.method === 'GET' ? 'unavailable' : 'unknown', reasonText[reason])
  }
}

const reasonText = {
  connection: 'The connection failed.',
  timeout: 'There was no answer in time.',
  too_large: 'The answer is too large.',
}
