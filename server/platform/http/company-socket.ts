import { lookup, type LookupAddress } from 'node:dns'
import { connect, isIP, Socket } from 'node:net'
import { areOutsideCallsOff, OutsideCallsOff, requireOutsideCalls } from './outside-switch.ts'
import { ClosedAddress, isCompanyAddress, openLookup, type Resolve } from './outside-call.ts'

const isClosed = (host: string) => isIP(host) !== 0 && !isCompanyAddress(host)

/**
 * Opens a TCP connection to a server that an administrator named, in the company's own network or outside of it. A name is
 * resolved once, and all of its addresses are checked before the connection. The socket fails with ClosedAddress where
 * `isCompanyAddress` does not allow one, and with OutsideCallsOff on a copy that makes no outside calls.
 */
export function connectToCompany(host: string, port: number, resolve: Resolve = lookup): Socket {
  if (areOutsideCallsOff()) return new Socket().destroy(new OutsideCallsOff())
  // Addresses are not resolved.
  if (isClosed(host)) return new Socket().destroy(new ClosedAddress('closed address'))
  return connect({ host, port, lookup: openLookup(isCompanyAddress, resolve) })
}

/** Checks a name that a library sends to itself. Throws ClosedAddress, OutsideCallsOff, or the error of resolving it. */
export async function checkCompanyHost(host: string, resolve: Resolve = lookup): Promise<void> {
  requireOutsideCalls()
  if (isClosed(host)) throw new ClosedAddress('closed address')
  await new Promise<string | LookupAddress[]>((done, fail) => {
    openLookup(isCompanyAddress, resolve)(host, { all: true }, (error, found) => (error ? fail(error) : done(found)))
  })
}
