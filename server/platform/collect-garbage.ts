import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void

let collect: Collect | undefined

/**
 * Collects garbage now and returns the memory to the operating system. Call it after work that used hundreds of
 * megabytes: Node would otherwise keep that memory as long as the machine has enough. Blocks the process for some
 * tenths of a second.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  collect({ type: 'major', flavor: 'last-resort' })
}
