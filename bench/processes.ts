import { readdirSync, readFileSync } from 'node:fs'

// Clock ticks of /proc are 1/100 s on Linux.
const millisecondsPerTick = 10

type ProcessFacts = {
  parent: number
  cpuMilliseconds: number
  /** Of children that have ended. */
  endedMilliseconds: number
  residentBytes: number
}

/** CPU time and memory of one process; undefined if it has ended, or if the system has no /proc. */
export function readProcess(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return {
      parent: Number(fields[1]),
      cpuMilliseconds: (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick,
      endedMilliseconds: (Number(fields[13]) + Number(fields[14])) * millisecondsPerTick,
      residentBytes: pages * 4096,
    }
  } catch {
    return undefined
  }
}

/** CPU time of a process and its children, e.g. PostgreSQL with its backends. */
export function cpuOfTree(pid: number): number {
  const root = readProcess(pid)
  let sum = (root?.cpuMilliseconds ?? 0) + (root?.endedMilliseconds ?? 0)
  for (const entry of readdirSync('/proc')) {
    const facts = /^\d+$/.test(entry) ? readProcess(Number(entry)) : undefined
    if (facts?.parent === pid) sum += facts.cpuMilliseconds
  }
  return sum
}
