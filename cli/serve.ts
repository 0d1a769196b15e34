import { readFile } from 'node:fs/promises'
import { requireWholeShop } from '#server/backup/backup.ts'
import { parseConfig } from '#server/config.ts'
import { startServer, waitForShutdown } from '#server/main.ts'
import { claimDataFolder } from '#server/platform/data-folder.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { loadBuiltPages } from '#server/platform/http/pages.ts'
import { builtFiles, builtPages, buildStamp } from './built.ts'
import { prepareDatabase } from './database.ts'
import { loadDemoIfEmpty, printWelcome } from './first-start.ts'
import { packageVersion } from './version.ts'

/** Opens the database and serves the shop until SIGINT or SIGTERM. Resolves with the exit code. */
export async function serve(): Promise<number> {
  const config = parseConfig()
  await requireWholeShop(config.dataDir)
  const log = (line: string) => console.log(`  ${line}`)
  const database = await openDatabase(config, { role: 'server', log })
  try {
    let hasDemo = false
    let dataFolderId: string | undefined
    const fill = async () => {
      // An embedded database is in the folder itself.
      const files = openFileStore(config)
      if (database.kind === 'external' || files.isRemote) dataFolderId = await claimDataFolder(database.pool, files)
      hasDemo = await loadDemoIfEmpty(database, config)
    }
    await prepareDatabase(database.pool, { fill, log })
    const build = await loadBuiltPages(builtPages)
    const pages = { loadBuild: () => Promise.resolve(build), files: builtFiles, mode: 'production' as const }
    const program = await readFile(buildStamp, 'utf8')
    const server = await startServer({ config, database, version: packageVersion(), program, pages, dataFolderId })
    printWelcome(server.url, hasDemo)
    const signal = await waitForShutdown()
    await server.stop(signal === 'SIGTERM' ? config.drainSeconds : 0)
    // A job worker that lost its database keeps trying, and would keep the process alive.
    setTimeout(() => process.exit(0), 2_000).unref()
    return 0
  } catch (error) {
    await database.close()
    throw error
  }
}
