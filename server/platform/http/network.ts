import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * The address of a client as proxies and sockets give it, in its usual form: without a port or zone, and IPv4 as IPv4
 * when it arrives on an IPv6 socket (`::ffff:192.0.2.1`). Anything else is returned as it is. Fastify gives no address for a
 * client that has closed its connection: an empty text.
 */
export function clientAddress(given: string | undefined): string {
  const address = (given ?? '')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join('.')
    : address
}

/**
 * What limits count: an IPv4 address, or the /64 of an IPv6 address, since one connection has 2^64 addresses. Written
 * as `2001:db8:0:1::/64`.
 */
export function networkOf(given: string | undefined): string {
  const address = clientAddress(given)
  if (!isIPv6(address)) return address.slice(0, 64)
  const network = groupsOf(address).slice(0, 4)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const plain = address.replace(/[\d.]+$/, (tail) => (isIPv4(tail) ? hexOf(tail) : tail))
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}

function hexOf(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** Returns whether an address is one of these, or in one of these networks (`10.1.0.0/16`). */
export function isInNetworks(networks: readonly string[]): (given: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const kind = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, kind)
    else list.addSubnet(address, Number(prefix), kind)
  }
  return (given) => {
    const address = clientAddress(given)
    return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
}
