import { join } from 'node:path'
import { root } from './root.ts'

/** The server module of the built pages. */
export const builtPages = join(root, 'build/server/index.js')
/** The server, built together with the pages. */
export const builtServer = join(root, 'build/server/serve.js')
/** The server that the bench measures. */
export const builtBench = join(root, 'build/server/bench.js')
export const builtFiles = join(root, 'build/client')
/** What the build was made from, as a hash. */
export const buildStamp = join(root, 'build/stamp')
