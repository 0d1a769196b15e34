import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { Agent as PlainAgent, request as plainRequest, type RequestOptions } from 'node:http'
import { Agent, request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { requireOutsideCalls } from './outside-switch.ts'
import { traced } from '#server/platform/tracing/trace.ts'

/** Timeout for the whole answer, in milliseconds. */
const defaultTimeout = 8_000
const defaultMaxBytes = 256 * 1024

export type OutsideRequest = {
  url: string
  method: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: Uint8Array | string
  timeout?: number
}
type Failed = { ok: false; reason: 'address' | 'connection' | 'timeout' | 'too_large' }
export type OutsideAnswer = { ok: true; status: number; text: string } | Failed
export type OutsideBytes =
  | { ok: true; status: number; bytes: Buffer; contentType: string; retryAfter: string | null }
  | Failed
export type OutsideCall = (request: OutsideRequest) => Promise<OutsideAnswer>

/** Addresses outside the public internet: this machine, private networks, cloud metadata, reserved ranges. */
const closedIpv4 = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
])
/** All public IPv6 addresses are in this range, except for those that embed an IPv4 address. */
const openIpv6 = listOf('ipv6', [['2000::', 3]])
const closedIpv6 = listOf('ipv6', [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
])

function listOf(family: 'ipv4' | 'ipv6', nets: [net: string, bits: number][]): BlockList {
  const list = new BlockList()
  for (const [net, bits] of nets) list.addSubnet(net, bits, family)
  return list
}

/** Whether an IP address (not a name) belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !closedIpv4.check(address, 'ipv4')
  return isIP(address) === 6 && openIpv6.check(address, 'ipv6') && !closedIpv6.check(address, 'ipv6')
}

/** In a company's network, too, no server has these: the network's own ones, and the metadata service of clouds. */
const closedToCompanies = new BlockList()
closedToCompanies.addSubnet('0.0.0.0', 8, 'ipv4')
closedToCompanies.addSubnet('169.254.0.0', 16, 'ipv4')
closedToCompanies.addSubnet('224.0.0.0', 3, 'ipv4')
closedToCompanies.addAddress('100.100.100.200', 'ipv4')
closedToCompanies.addAddress('fd00:ec2::254', 'ipv6')
closedToCompanies.addSubnet('fe80::', 10, 'ipv6')
closedToCompanies.addSubnet('ff00::', 8, 'ipv6')

/** Whether an IP address (not a name) may be that of a server in the network of the company that runs the shop. */
export function isCompanyAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !closedToCompanies.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

export const isLoopback = (address: string) => address === '127.0.0.1' || address === '::1'

/**
 * Calls services whose URL is configured by an administrator, over https and on the public internet only. A name is
 * resolved once; all of its addresses are checked before the connection, which goes to one of them. Redirects are not
 * followed. With `allowsLoopback`, tests run the service on this machine and without a certificate.
 */
export function outsideCall({ allowsLoopback = false } = {}): OutsideCall {
  const isOpen = (address: string) => isPublicAddress(address) || (allowsLoopback && isLoopback(address))
  const call = outsideBytes({ isOpen, allowsHttp: allowsLoopback })
  return async (sent) => {
    const answer = await call(sent)
    return answer.ok ? { ok: true, status: answer.status, text: answer.bytes.toString('utf8') } : answer
  }
}

type OutsideOptions = {
  /** Whether an address may be connected to. */
  isOpen?: (address: string) => boolean
  /** Allows http. */
  allowsHttp?: boolean
  /** Maximum size of an answer, in bytes. */
  maxBytes?: number
  /** Longer answers are cut instead of refused: their status counts. */
  cutsLongAnswers?: boolean
  /**
   * Connections stay open for some seconds, for the next call to the same address, which was checked when they were opened. A
   * call that finds its connection closed by the other side is sent a second time.
   */
  keepsConnections?: boolean
  /** Whether a service is this shop's own sandbox, which answers on a copy without outside calls, too. */
  isSandbox?: (target: URL) => boolean
  /** Resolves a name to its addresses. */
  resolve?: Resolve
}
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/** Unused connections are closed after `timeout` milliseconds. */
const keptOpen = { keepAlive: true, timeout: 10_000, maxFreeSockets: 50 } as const

/** Like `outsideCall`, with the answer as bytes. Throws OutsideCallsOff on a copy that makes no outside calls. */
export function outsideBytes(options: OutsideOptions = {}): (request: OutsideRequest) => Promise<OutsideBytes> {
  const { isOpen = isPublicAddress, allowsHttp = false, maxBytes = defaultMaxBytes, resolve = lookup } = options
  const { cutsLongAnswers = false, keepsConnections = false, isSandbox = () => false } = options
  const agents = keepsConnections
    ? { 'http:': new PlainAgent(keptOpen), 'https:': new Agent(keptOpen) }
    : { 'http:': false as const, 'https:': false as const }
  return async ({ url, method, headers = {}, body, timeout = defaultTimeout }) => {
    const target = openTarget(url, { isOpen, allowsHttp })
    if (target === null) return { ok: false, reason: 'address' }
    if (!isSandbox(target)) requireOutsideCalls()
    const signal = AbortSignal.timeout(timeout)
    const isPlain = target.protocol === 'http:'
    const agent = agents[isPlain ? 'http:' : 'https:']
    const sent = { method, headers, signal, agent, lookup: openLookup(isOpen, resolve) }
    // Paths and queries of services may have keys.
    const facts = { 'server.address': target.hostname, 'http.request.method': method }
    return traced('call', `call ${target.hostname}`, facts, () =>
      send(isPlain ? plainRequest : request, target, sent, { body, maxBytes, cutsLongAnswers }),
    )
  }
}

/** The URL if it may be called, as far as that is known before its name is resolved; otherwise null. */
export function openTarget(
  url: string,
  { isOpen, allowsHttp }: { isOpen: (address: string) => boolean; allowsHttp: boolean },
): URL | null {
  const target = URL.canParse(url) ? new URL(url) : null
  const isPlain = allowsHttp && target?.protocol === 'http:'
  if (target === null || (target.protocol !== 'https:' && !isPlain)) return null
  // Only names need to be resolved: the URL parser has normalized every notation of an IP address.
  const host = target.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isOpen(host) ? null : target
}

/** A name resolved to an address that may not be connected to. */
export class ClosedAddress extends Error {}

/** Resolves a name for a connection; all of its addresses must be open. */
export function openLookup(isOpen: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (name, options, answer) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error !== null || first === undefined) return answer(error ?? new Error('no address'), '')
      if (!found.every(({ address }) => isOpen(address))) return answer(new ClosedAddress('closed address'), '')
      if (options.all) answer(null, found)
      else answer(null, first.address, first.family)
    })
  }
}

function send(
  make: typeof request,
  target: URL,
  options: RequestOptions,
  {
    body,
    maxBytes,
    cutsLongAnswers,
  }: { body: Uint8Array | string | undefined; maxBytes: number; cutsLongAnswers: boolean },
): Promise<OutsideBytes> {
  return new Promise((resolve) => {
    let isAnswered = false
    const fail = (error: Error) => {
      // The other side closed the open connection just before this call.
      const isStale = call.reusedSocket && !isAnswered && !options.signal?.aborted
      if (!isStale) return resolve({ ok: false, reason: reasonOf(error) })
      resolve(send(make, target, { ...options, agent: false }, { body, maxBytes, cutsLongAnswers }))
    }
    const call = make(target, options, (answer) => {
      isAnswered = true
      const pieces: Buffer[] = []
      let size = 0
      const finish = () => {
        const { 'content-type': contentType = '', 'retry-after': retryAfter = null } = answer.headers
        resolve({ ok: true, status: answer.statusCode ?? 0, bytes: Buffer.concat(pieces), contentType, retryAfter })
      }
      answer.on('data', (piece: Buffer) => {
        size += piece.length
        if (size <= maxBytes) return void pieces.push(piece)
        if (cutsLongAnswers) finish()
        else resolve({ ok: false, reason: 'too_large' })
        call.destroy()
      })
      answer.on('end', finish)
      answer.on('error', fail)
    })
    call.on('error', fail)
    call.end(body)
  })
}

function reasonOf(error: Error): 'address' | 'timeout' | 'connection' {
  if (error instanceof ClosedAddress) return 'address'
  return error.name === 'AbortError' || error.name === 'TimeoutError' ? 'timeout' : 'connection'
}
