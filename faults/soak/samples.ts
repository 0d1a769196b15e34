import { readdirSync, readFileSync } from 'node:fs'
import type { Pool } from '#server/platform/db/pool.ts'

/** What a process and its database use at a moment. */
export type Sample = {
  megabytes: number
  heapMegabytes: number
  /** Of the heap with what it has reserved, and of memory outside of it that JavaScript holds. */
  reservedMegabytes: number
  externalMegabytes: number
  descriptors: number
  connections: number
  /** Milliseconds of CPU since the start of the process. */
  cpu: number
}

/** Clock ticks of /proc are hundredths of a second on Linux. */
const tick = 10

export async function takeSample({ pid, url, pool }: { pid: number; url: string; pool: Pool }): Promise<Sample> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const open = await pool.one<{ count: number }>(
    "SELECT count(*) AS count FROM pg_stat_activity WHERE application_name LIKE 'toptan-%' AND application_name <> 'toptan-command'",
  )
  const metric = (name: string) => Number(new RegExp(`^${name} ([\\d.e+]+)`, 'm').exec(metrics)?.[1] ?? 0) / 2 ** 20
  return {
    megabytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024,
    heapMegabytes: metric('nodejs_heap_size_used_bytes'),
    reservedMegabytes: metric('nodejs_heap_size_total_bytes'),
    externalMegabytes: metric('nodejs_external_memory_bytes'),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    connections: open?.count ?? 0,
    cpu: (Number(fields[11]) + Number(fields[12])) * tick,
  }
}

/** `620 MB (heap 240, external 60, rest 320), 55 descriptors` */
export function describeSample(sample: Sample): string {
  const { megabytes, reservedMegabytes: heap, externalMegabytes: external, descriptors } = sample
  const [all, ...parts] = [megabytes, heap, external, megabytes - heap - external].map(Math.round)
  return `${all} MB (heap ${parts[0]}, external ${parts[1]}, rest ${parts[2]}), ${descriptors} descriptors`
}
