import dns from 'node:dns'
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { controlledDomain, lookEvery, type World } from './control.ts'

// Loaded into a process of a fault program (`NODE_OPTIONS=--import`): its clock and its names follow a file. Timers and
// `performance.now()` do not follow, like those of a machine whose clock is set.

const path = process.env.FAULTS_CONTROL ?? ''
const look = (): World => JSON.parse(readFileSync(path, 'utf8')) as World

let world = look()
setInterval(() => {
  // The file is removed at the end, perhaps before the process.
  try {
    world = look()
  } catch {}
}, lookEvery).unref()

const realNow = Date.now
const now = () => realNow() + world.clock
globalThis.Date = new Proxy(Date, {
  get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
  construct: (target, args: [], newTarget) =>
    args.length === 0 ? new target(now()) : (Reflect.construct(target, args, newTarget) as Date),
  apply: () => new Date(now()).toString(),
})

type Answer = (error: Error | null, address?: unknown, family?: number) => void
type Lookup = (name: string, options: unknown, answer: Answer) => void

const realLookup = dns.lookup as unknown as Lookup
const lookup: Lookup = (name, options, answer) => {
  const isControlled = name.endsWith(controlledDomain)
  const reply = typeof options === 'function' ? (options as Answer) : answer
  if (!world.hasNames && isControlled) {
    const error = Object.assign(new Error(`getaddrinfo EAI_AGAIN ${name}`), {
      code: 'EAI_AGAIN',
      syscall: 'getaddrinfo',
    })
    return void setImmediate(reply, error)
  }
  return realLookup(isControlled ? '127.0.0.1' : name, options, answer)
}
Object.assign(dns, { lookup })
syncBuiltinESMExports()
