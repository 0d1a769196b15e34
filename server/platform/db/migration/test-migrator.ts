import { migrate } from '#server/platform/db/migrate.ts'

// Runs as a separate process that migrates, for a test that kills it.
const [connectionString = '', folder = ''] = process.argv.slice(2)
await migrate({ connection: { connectionString } }, folder)
