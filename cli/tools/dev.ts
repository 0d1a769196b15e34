import type { ServerBuild } from 'react-router'
import { parseConfig } from '#server/config.ts'
import { startServer, waitForShutdown } from '#server/main.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { loadDemoIfEmpty, printWelcome } from '#cli/first-start.ts'
import { root } from '#cli/root.ts'
import { packageVersion } from '#cli/version.ts'
import { prepareDatabase } from '#cli/database.ts'

/** Runs the shop with pages that reload when their sources change. */
export async function run(): Promise<number> {
  const config = parseConfig()
  const { createServer } = await import('vite')
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' })
  const database = await openDatabase(config, { role: 'server', log: (line) => console.log(`  ${line}`) })
  await prepareDatabase(database.pool)
  const hasDemo = await loadDemoIfEmpty(database, config)
  const loadBuild = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
  const pages = { loadBuild, files: null, mode: 'development' as const, middleware: vite.middlewares }
  const server = await startServer({ config, database, version: packageVersion(), pages })
  printWelcome(server.url, hasDemo)
  await waitForShutdown()
  await server.stop()
  await vite.close()
  return 0
}
