import type { FastifyReply } from 'fastify'

/** A file opened by its address must not act as a page of the shop. */
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'"

type SentFile = { content: Buffer; name: string; type: string; isInline?: boolean }

/** Sends a private file. Only pictures that the shop drew itself are shown in place; everything else is an attachment. */
export function sendStored(reply: FastifyReply, { content, name, type, isInline = false }: SentFile) {
  const ascii = name
    .normalize('NFKD')
    .replace(/ı/g, 'i')
    .replace(/[^\x20-\x7e]|["\\%;]/g, '')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-security-policy': policy,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-disposition': `${isInline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`,
    })
    .type(type)
    .send(content)
}
