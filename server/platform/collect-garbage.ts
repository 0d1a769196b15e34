import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * Frees what is no longer held, at once: after work that left hundreds of megabytes behind, since Node by itself lets them
 * lie for as long as the machine has room. Holds the process up for up to a tenth of a second.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
