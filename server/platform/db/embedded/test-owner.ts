import { openDatabase } from '#server/platform/db/database.ts'

// Runs as a separate process that holds the database, for tests that kill it. `startOwner` starts it.
const [dataDir = '', role] = process.argv.slice(2)
const lines: string[] = []
try {
  const database = await openDatabase(
    { dataDir },
    { role: role === 'command' ? 'command' : 'server', log: (line) => lines.push(line) },
  )
  process.on('message', () => database.close().then(() => process.exit(0)))
  process.send?.({ ok: true, lines, created: database.created, connection: database.connection })
} catch (error) {
  process.send?.({ ok: false, lines: [...lines, error instanceof Error ? error.message : String(error)] })
  process.exitCode = 1
  process.disconnect()
}
