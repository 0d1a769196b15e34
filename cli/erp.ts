import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { adapters, DeskError, httpDesk, openErpHttp, runTurn } from '#server/erp/erp.ts'

export const usage = `toptan erp run [--once] [--every <seconds>] [--folder <path>]

Connects an ERP to a shop from a machine beside the ERP (docs/erp.md). The connection, its mapping and its settings are
made in the shop. Environment:
  TOPTAN_URL  the address of the shop, for example https://b2b.example.com
  TOPTAN_KEY  the key of the connection, shown when it was made
--folder is the folder of this machine below which a connection by files may read and write; without it, none may.
--once does what is due and ends; --every is the pause between two looks for work, 5 seconds by default.`

/** Beyond this pause, in seconds, the program only looks whether the shop is back. */
const longestPause = 60

export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      once: { type: 'boolean', default: false },
      every: { type: 'string', default: '5' },
      folder: { type: 'string' },
    },
  })
  const { TOPTAN_URL: url = '', TOPTAN_KEY: key = '' } = process.env
  const every = Number(values.every)
  if (positionals[0] !== 'run' || positionals.length > 1 || !(every >= 1 && every <= 3600)) {
    console.error(usage)
    return 2
  }
  if (!URL.canParse(url) || key === '') {
    console.error('TOPTAN_URL and TOPTAN_KEY must be set: the address of the shop, and the key of the connection.')
    return 2
  }
  const filesFolder = values.folder === undefined ? null : resolve(values.folder)
  return connect({ url, key, every, isOnce: values.once, filesFolder })
}

type Connecting = { url: string; key: string; every: number; isOnce: boolean; filesFolder: string | null }

/** Looks for work until the program is stopped. A turn that is under way ends first. */
async function connect({ url, key, every, isOnce, filesFolder }: Connecting): Promise<number> {
  const desk = httpDesk({ url, key })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const deps = {
    adapters: new Map(adapters.map((adapter) => [adapter.kind, adapter])),
    tools: { http: openErpHttp(), filesFolder, now: () => new Date(), note: print },
  }
  let pause = every
  while (!stop.signal.aborted) {
    const turn = await runTurn(desk, deps).catch((error: unknown) => ({ isBusy: false, failure: asError(error) }))
    if (turn.failure !== null) print(turn.failure.message)
    if (turn.failure instanceof DeskError && turn.failure.status === 401) return 1
    if (isOnce && (!turn.isBusy || turn.failure !== null)) return turn.failure === null ? 0 : 1
    if (turn.isBusy && turn.failure === null) continue
    pause = turn.failure === null ? every : Math.min(longestPause, pause * 2)
    await sleep(pause * 1000, undefined, { signal: stop.signal }).catch(() => {})
  }
  return 0
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
const print = (text: string) => console.log(`${new Date().toISOString()} ${text}`)
