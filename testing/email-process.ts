import { createApp } from '#server/app.ts'
import { parseConfig } from '#server/config.ts'
import { startShopJobs } from '#server/shop/jobs.ts'
import { openDatabase } from '#server/platform/db/database.ts'

// A process that runs the shop's jobs until it is killed at a failpoint, configured by its environment.
const config = parseConfig(process.env)
const database = await openDatabase(config, { role: 'server' })
const { files, payments } = await createApp({ config, database, version: 'test' })
await startShopJobs({ config, database, files, payments }, (error) => console.error(error.message))
