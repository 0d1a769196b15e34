import { readdirSync, readFileSync } from 'node:fs'

/** The processes started by this one, by their entries in /proc. */
export function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  return pids.filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
    } catch {
      return false
    }
  })
}

/** Stops a process with its children, which keeps their connections open. Returns a function that continues them. */
export function freeze(parent: number): () => void {
  process.kill(parent, 'SIGSTOP')
  const pids = [parent, ...childrenOf(parent)]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids.splice(0)) process.kill(pid, 'SIGCONT')
  }
}
