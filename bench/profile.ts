import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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
    async stop(): Promise<Profiler.Profile> {
      const { profile } = await session.post('Profiler.stop')
      session.disconnect()
      return profile
    },
  }
}

const waiting = new Set(['(idle)', '(root)'])
const profilerModule = 'node:inspector'

/** Where the CPU time of a profile went. Reads the source maps of built files. */
export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Profile {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const modules = new Map<string, number>()
  const functions = new Map<string, number>()
  let total = 0
  samples.forEach((id, i) => {
    const frame = byId.get(id)
    const taken = timeDeltas[i] ?? 0
    if (frame === undefined || waiting.has(frame.functionName) || frame.url === profilerModule) return
    const { module, line } = placeOf(frame)
    const name = `${frame.functionName || 'anonymous'} (${module}${line === 0 ? '' : `:${line}`})`
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

type Place = { module: string; line: number }
type Frame = Profiler.Profile['nodes'][number]['callFrame']

/** A package, a file of the project, a module of Node, native code, or what V8 does on its own: `(garbage collector)`. */
function placeOf({ url, functionName, lineNumber, columnNumber }: Frame): Place {
  if (url === '') return { module: functionName.startsWith('(') ? functionName : 'native code', line: 0 }
  if (!url.includes('/build/server/')) return { module: nameOf(url), line: lineNumber + 1 }
  const source = sourceMapOf(url)?.findEntry(lineNumber, columnNumber)
  if (source === undefined || !('originalSource' in source)) return { module: nameOf(url), line: lineNumber + 1 }
  return { module: nameOf(new URL(source.originalSource, url).href), line: source.originalLine + 1 }
}

function nameOf(url: string): string {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)
  return inPackage?.[1] ?? url.replace(/^file:\/\//, '').replace(root, '')
}

const sourceMaps = new Map<string, SourceMap | undefined>()

/** Of a built file; files of nothing but the bundler's own code have none. */
function sourceMapOf(url: string): SourceMap | undefined {
  const file = fileURLToPath(`${url}.map`)
  if (!sourceMaps.has(file))
    sourceMaps.set(
      file,
      existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : undefined,
    )
  return sourceMaps.get(file)
}
