import { setTimeout as sleep } from 'node:timers/promises'
import { pictureBytesMax } from '#contract/admin/products.ts'
import { outsideDownload } from '#server/platform/http/outside-download.ts'
import { repeatEvery } from '#server/platform/jobs/repeat.ts'
import { findDueHosts, hasPictureWork } from './claim-addresses.ts'
import { fetchDue, type PictureDeps } from './fetch-pictures.ts'
import { settleDue } from './settle-pictures.ts'

/** Milliseconds between two checks for what is due. */
const interval = 500
/** Hosts that a process serves at the same time. */
const hostsAtOnce = 4
/** Milliseconds for a picture, and without any byte. */
const timeout = 60_000
const idleTimeout = 15_000

/**
 * Downloads pictures from the public internet, up to the size of an uploaded one. Outside of production also from this
 * machine, so that feeds can be tried.
 */
export const openPictureDownload = (production: boolean) =>
  outsideDownload({ maxBytes: pictureBytesMax, timeout, idleTimeout, allowsLoopback: !production })

type Round = { deps: PictureDeps; signal: AbortSignal; running: Map<string, Promise<void>> }

/** Starts what is due. Hosts are served independently of each other, so that a slow one delays only its own pictures. */
async function startRound({ deps, signal, running }: Round): Promise<void> {
  while (await settleDue(deps.pool));
  for (const host of await findDueHosts(deps.pool)) {
    if (running.size >= hostsAtOnce) return
    if (running.has(host)) continue
    const serve = async () => {
      while (!signal.aborted && (await fetchDue(deps, host, signal)) > 0);
    }
    const work = serve()
      .catch((error: unknown) => {
        if (!signal.aborted) deps.warn(error instanceof Error ? error : new Error(String(error)))
      })
      .finally(() => running.delete(host))
    running.set(host, work)
  }
}

/** Fetches pictures while the process runs. Every process may: addresses are taken in the database. */
export function startPictures(deps: PictureDeps): { close(): Promise<void> } {
  const stop = new AbortController()
  const running = new Map<string, Promise<void>>()
  const loop = repeatEvery(
    interval,
    async () => {
      if (await hasPictureWork(deps.pool)) await startRound({ deps, signal: stop.signal, running })
    },
    deps.warn,
  )
  return {
    async close() {
      stop.abort()
      await loop.close()
      await Promise.all(running.values())
    },
  }
}

/**
 * Fetches what is due now, also what another process has taken, and gives it to the products. What is repeated later is left
 * to the server. `onProgress` gets the number of addresses left.
 */
export async function fetchDuePictures(
  deps: PictureDeps,
  { signal, onProgress }: { signal: AbortSignal; onProgress(left: number): void },
): Promise<void> {
  const running = new Map<string, Promise<void>>()
  for (;;) {
    if (signal.aborted) break
    await startRound({ deps, signal, running })
    const left = await countDue(deps)
    onProgress(left)
    if (left === 0 && running.size === 0) break
    await sleep(pause)
  }
  await Promise.all(running.values())
  while (await settleDue(deps.pool));
}

/** Milliseconds between two looks, and seconds for which a host may want to be left alone. */
const pause = 100
const hostPatience = 5

async function countDue({ pool }: PictureDeps): Promise<number> {
  const row = await pool.one<{ n: number }>(
    `SELECT count(*) AS n FROM picture_addresses a JOIN picture_hosts h USING (host)
      WHERE a.next_at <= now() AND h.next_at <= now() + make_interval(secs => $1)`,
    [hostPatience],
    'pictures_left',
  )
  return row?.n ?? 0
}
