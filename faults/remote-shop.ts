import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, openShop, type Shop } from '#e2e/support/shop.ts'
import { findPlace } from '#server/platform/db/embedded/place.ts'
import { findPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { makeTestFolder } from '#server/platform/db/test-folder.ts'
import { storedShop } from './campaign/store.ts'
import { addressOf, type Server, startServer } from './cluster/database-pair.ts'
import { type Link, openLink } from './link.ts'
import { type Control, controlFile } from './inside/control.ts'

/** A shop with a database of its own at another port, over a link that can fail, and a clock and names that can. */
export type RemoteShop = {
  shop: Shop
  database: Server
  link: Link
  control: Control
  /** Process id of PostgreSQL. */
  postmaster(): number
  /** Ends the database, cleanly or at once, and starts it after a pause of these milliseconds. */
  restartDatabase(signal: NodeJS.Signals, pause: number): Promise<void>
  remove(): Promise<void>
}

/** The shop finds its database under this name, which `control` can make unknown. */
const databaseHost = 'database.faults.example'

export async function openRemoteShop(env: NodeJS.ProcessEnv = {}): Promise<RemoteShop> {
  const folder = await makeTestFolder()
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const remove = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    const data = join(folder, 'database')
    spawnSync('cp', ['-a', await storedShop(), data])
    const place = await findPlace(data, () => {})
    const port = await freePort()
    const start = () => startServer(place, port, ['max_connections=60'])
    const database = await start()
    let { program } = database
    ends.push(async () => {
      await database.pool.close()
      await program.stop()
    })
    const link = await openLink(port)
    ends.push(link.close)
    const control = await controlFile(join(folder, 'control.json'))
    const address = addressOf(link.port).replace('127.0.0.1', databaseHost)
    const shop = await openShop({
      demo: 'none',
      env: { DATABASE_URL: address, DRAIN_SECONDS: '0', ...control.env, ...env },
    })
    ends.push(shop.remove)
    await shop.start()
    return {
      shop,
      database,
      link,
      control,
      remove,
      postmaster: () => findPostmaster(place)?.pid ?? 0,
      async restartDatabase(signal, pause) {
        await program.kill(signal)
        await sleep(pause)
        const again = await start()
        program = again.program
        await again.pool.close()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

let open: Promise<RemoteShop> | undefined

/**
 * Runs a program on the remote shop that the programs of a campaign share. After a failure, the next program gets a new
 * one.
 */
export async function onRemoteShop<Value>(work: (site: RemoteShop) => Promise<Value>): Promise<Value> {
  open ??= openRemoteShop()
  try {
    return await work(await open)
  } catch (error) {
    await closeRemoteShop()
    throw error
  }
}

export async function closeRemoteShop(): Promise<void> {
  const last = open
  open = undefined
  await (await last?.catch(() => undefined))?.remove()
}
