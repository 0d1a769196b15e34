import { readdirSync, readFileSync } from 'node:fs'

// Clock ticks of /proc are 1/100 s on Linux.
const millisecondsPerTick = 10

type ProcessFacts = { parent: number; cpuMilliseconds: number; residentBytes: number }

/** CPU time and memory of one process; undefined when it is gone, or the system has no /proc. */
export function readProcess(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return {
      parent: Number(fields[1]),
      cpuMilliseconds: (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick,
      residentBytes: pages * 4096,
    }
  } catch {
    return undefined
  }
}

/** CPU time of a process and its children, e.g. PostgreSQL with its backends. */
export function cpuOfTree(pid: number): number {
  let sum = readProcess(pid)?.cpuMilliseconds ?? 0
  for (const entry of readdirSync('/proc')) {
    const facts = /^\d+$/.test(entry) ? readProcess(Number(entry)) : undefined
    if (facts?.parent === pid) sum += facts.cpuMilliseconds
  }
  return sum
}
