import { lookup } from 'node:dns'
import { createWriteStream } from 'node:fs'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { createHash } from 'node:crypto'
import { PassThrough, Transform } from 'node:stream'
import { requireOutsideCalls } from './outside-switch.ts'
import { ClosedAddress, isLoopback, isPublicAddress, openLookup, openTarget, type Resolve } from './outside-call.ts'

export type DownloadRequest = {
  url: string
  /** Where the file is written. It is left there when the download fails. */
  path: string
  /** Sent to the host of the URL, and to no other one after a redirect. */
  credentials?: { username: string; password: string } | undefined
  /** Of the copy that the caller has: the answer may be `unchanged`. */
  etag?: string | null
  lastModified?: string | null
  signal?: AbortSignal
}

export type DownloadFailure =
  | 'address'
  | 'connection'
  | 'certificate'
  | 'timeout'
  | 'too_large'
  | 'redirects'
  | 'encoding'
  | 'status'

export type Download =
  | { ok: true; isUnchanged: true }
  | {
      ok: true
      isUnchanged: false
      bytes: number
      /** SHA-256. */
      hash: Buffer
      etag: string | null
      lastModified: string | null
      /** The last part of the path, or the name in Content-Disposition. */
      name: string
    }
  /** `status`: the HTTP status, for the reason `status`, with the header Retry-After. */
  | { ok: false; reason: DownloadFailure; status?: number; retryAfter?: string }

export type DownloadOptions = {
  maxBytes: number
  /** Milliseconds for the whole download, and without any byte. */
  timeout?: number
  idleTimeout?: number
  allowsLoopback?: boolean
  resolve?: Resolve
}
export type DownloadFile = (wanted: DownloadRequest) => Promise<Download>

const redirectsMax = 5
const headersMax = 300
const certificateCodes = /^(?:CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET_ISSUER|VERIFY)|EPROTO$|ERR_SSL_)/

/**
 * Downloads files from addresses that an administrator entered: over http or https, from the public internet only, also
 * after redirects. Size and time are limited, whatever the answer declares. Throws OutsideCallsOff on a copy that makes no outside
 * calls.
 */
export function outsideDownload(options: DownloadOptions): DownloadFile {
  const { timeout = 600_000, idleTimeout = 30_000, allowsLoopback = false, resolve = lookup } = options
  const isOpen = (address: string) => isPublicAddress(address) || (allowsLoopback && isLoopback(address))
  return async (wanted) => {
    requireOutsideCalls()
    const idle = new AbortController()
    const limits = [AbortSignal.timeout(timeout), idle.signal, ...(wanted.signal ? [wanted.signal] : [])]
    const signal = AbortSignal.any(limits)
    const onIdle = () => idle.abort()
    let url = wanted.url
    for (let hops = 0; hops <= redirectsMax; hops++) {
      const target = openTarget(url, { isOpen, allowsHttp: true })
      if (target === null) return { ok: false, reason: 'address' }
      try {
        const answer = await open(target, { wanted, signal, idleTimeout, onIdle, lookup: openLookup(isOpen, resolve) })
        const status = answer.statusCode ?? 0
        if (status === 200) return await save(answer, target, wanted, { maxBytes: options.maxBytes, signal })
        answer.destroy()
        if (status === 304) return { ok: true, isUnchanged: true }
        const { location, 'retry-after': retryAfter } = answer.headers
        if (![301, 302, 303, 307, 308].includes(status) || location === undefined) {
          return { ok: false, reason: 'status', status, ...(retryAfter !== undefined && { retryAfter }) }
        }
        if (!URL.canParse(location, target)) return { ok: false, reason: 'address' }
        url = new URL(location, target).href
      } catch (error) {
        // The caller's own signal is no failure of the download.
        wanted.signal?.throwIfAborted()
        return { ok: false, reason: signal.aborted ? 'timeout' : reasonOf(error) }
      }
    }
    return { ok: false, reason: 'redirects' }
  }
}

type Opening = {
  wanted: DownloadRequest
  signal: AbortSignal
  idleTimeout: number
  onIdle(): void
  lookup: ReturnType<typeof openLookup>
}

class TooLargeError extends Error {}
class EncodingError extends Error {}

function open(target: URL, { wanted, signal, idleTimeout, onIdle, lookup }: Opening): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const make = target.protocol === 'http:' ? plainRequest : request
    const headers = headersFor(target, wanted)
    const call = make(target, { headers, signal, agent: false, lookup, timeout: idleTimeout }, resolve)
    call.on('timeout', onIdle)
    call.on('error', reject)
    call.end()
  })
}

function headersFor(target: URL, { url, credentials, etag, lastModified }: DownloadRequest): Record<string, string> {
  const isSameHost = target.origin === new URL(url).origin
  const basic =
    credentials && isSameHost ? Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64') : null
  return {
    accept: '*/*',
    'accept-encoding': 'gzip, identity',
    'user-agent': 'Toptan',
    ...(basic && { authorization: `Basic ${basic}` }),
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
  }
}

async function save(
  answer: IncomingMessage,
  target: URL,
  { path }: DownloadRequest,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Download> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      if (bytes > maxBytes) return done(new TooLargeError('too large'))
      hash.update(piece)
      done(null, piece)
    },
  })
  await pipeline(answer, decoderOf(answer.headers['content-encoding']), measure, createWriteStream(path), { signal })
  const { etag, 'last-modified': lastModified } = answer.headers
  return {
    ok: true,
    isUnchanged: false,
    bytes,
    hash: hash.digest(),
    etag: stored(etag),
    lastModified: stored(lastModified),
    name: nameOf(answer, target),
  }
}

const stored = (header: string | undefined) => (header === undefined || header.length > headersMax ? null : header)

function decoderOf(encoding = 'identity') {
  const name = encoding.trim().toLowerCase()
  if (name === 'gzip' || name === 'x-gzip') return createGunzip()
  if (name === 'deflate') return createInflate()
  if (name === 'br') return createBrotliDecompress()
  if (name === 'identity' || name === '') return new PassThrough()
  throw new EncodingError(name)
}

function nameOf(answer: IncomingMessage, target: URL): string {
  const given = /filename="?([^";]+)"?/i.exec(answer.headers['content-disposition'] ?? '')?.[1]
  const last = target.pathname.split('/').findLast((part) => part !== '') ?? ''
  const name = (given ?? decode(last)).replace(/[\p{Cc}/\\]/gu, '').trim()
  return name.slice(0, 200) || target.hostname
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function reasonOf(error: unknown): DownloadFailure {
  if (error instanceof ClosedAddress) return 'address'
  if (error instanceof TooLargeError) return 'too_large'
  if (error instanceof EncodingError) return 'encoding'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('Z_') || code.startsWith('ERR__ZLIB') || code.startsWith('ERR_BROTLI')) return 'encoding'
  return certificateCodes.test(code) ? 'certificate' : 'connection'
}
