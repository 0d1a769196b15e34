import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'major'; flavor: 'last-resort' }) => void

let collect: Collect | undefined

/**
 * Frees what is no longer held, at once, and gives its room back to the system: after work that left hundreds of megabytes
 * behind. Node by itself lets them lie for as long as the machine has room, and keeps the pages of what it collected for
 * good; only the collection of last resort lets go of those. Holds the process up for some tenths of a second.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  collect({ type: 'major', flavor: 'last-resort' })
}
