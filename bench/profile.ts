import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { root } from '#cli/root.ts'

/** A part of the CPU time that was not idle: of a function, a package or the runtime. */
export type Share = { name: string; share: number }
export type Profile = { modules: Share[]; functions: Share[] }

/** Samples this process by the profiler of V8. `interval`: microseconds. */
export function createProfiler(interval = 200) {
  const session = new Session()
  return {
    async start(): Promise<void> {
      session.connect()
      await session.post('Profiler.enable')
      await session.post('Profiler.setSamplingInterval', { interval })
      await session.post('Profiler.start')
    },
    async stop(): Promise<Profile> {
      const { profile } = await session.post('Profiler.stop')
      session.disconnect()
      return sharesOf(profile)
    },
  }
}

const waiting = new Set(['(idle)', '(root)'])
const profilerModule = 'node:inspector'

function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Profile {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const modules = new Map<string, number>()
  const functions = new Map<string, number>()
  let total = 0
  samples.forEach((id, i) => {
    const frame = byId.get(id)
    const taken = timeDeltas[i] ?? 0
    if (frame === undefined || waiting.has(frame.functionName) || frame.url === profilerModule) return
    const module = moduleOf(frame)
    const name = `${frame.functionName || 'anonymous'} (${module}:${frame.lineNumber + 1})`
    modules.set(module, (modules.get(module) ?? 0) + taken)
    functions.set(name, (functions.get(name) ?? 0) + taken)
    total += taken
  })
  const largest = (times: Map<string, number>, count: number) =>
    [...times]
      .map(([name, taken]): Share => ({ name, share: taken / Math.max(1, total) }))
      .toSorted((a, b) => b.share - a.share)
      .slice(0, count)
  return { modules: largest(modules, 8), functions: largest(functions, 25) }
}

/** A package, a file of the project, a module of Node, native code, or what V8 does on its own: `(garbage collector)`. */
function moduleOf({ url, functionName }: Profiler.Profile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native code'
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)
  if (inPackage !== null) return inPackage[1] ?? url
  return url.replace(/^file:\/\//, '').replace(root, '')
}
