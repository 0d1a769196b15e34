import type { FastifyRequest } from 'fastify'

/** `etag` is a strong one. `changedAt` is in milliseconds. */
export type Version = { etag: string; changedAt: number }
/** The first and the last byte that are wanted. */
export type ByteRange = { first: number; last: number }

/** The time in HTTP, which has no fractions of a second. */
export const lastModified = ({ changedAt }: Version): string => new Date(changedAt).toUTCString()

/** Whether the client's copy is this version (RFC 9110, 13.1): the tag counts before the time. */
export function isUnchanged({ headers }: FastifyRequest, version: Version): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.trim() === '*' || tags.includes(version.etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return since >= Math.floor(version.changedAt / 1000) * 1000
}

/**
 * The part of a file that a request wants (RFC 9110, 14.2): null for all of it, also if the client has a part of another
 * version or wants several parts at once; `none` if the file has no such part. `bytes` is the size of the file.
 */
export function wantedRange({ method, headers }: FastifyRequest, version: Version, bytes: number) {
  const [, start, end] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (method !== 'GET' || start === undefined || end === undefined || start + end === '') return null
  const condition = headers['if-range']
  if (condition !== undefined && condition !== version.etag && condition !== lastModified(version)) return null
  const range: ByteRange =
    start === ''
      ? { first: Math.max(0, bytes - Number(end)), last: bytes - 1 }
      : { first: Number(start), last: end === '' ? bytes - 1 : Math.min(Number(end), bytes - 1) }
  // A range that ends before it starts is invalid, which counts as none.
  if (start !== '' && end !== '' && Number(end) < Number(start)) return null
  return range.first >= bytes || range.last < range.first ? 'none' : range
}
