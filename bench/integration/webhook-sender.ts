// Sends webhooks in a separate process, as the shop's own process does.
import { parseConfig } from '#server/config.ts'
import { openWebhookCall, startWebhooks } from '#server/integration/integration.ts'
import { openDatabase } from '#server/platform/db/database.ts'

const config = parseConfig()
const database = await openDatabase(config, { role: 'command', max: 8 })
const call = openWebhookCall(config.production)
let webhooks: ReturnType<typeof startWebhooks> | undefined

process.on('message', (message) => {
  if (message === 'send') {
    webhooks = startWebhooks({ pool: database.pool, secret: config.sessionSecret, call }, (error) =>
      console.error(error),
    )
  }
  if (message === 'end') {
    void Promise.resolve(webhooks?.close())
      .then(() => database.close())
      .then(() => process.exit(0))
  }
})
process.send?.({ ready: { url: '', pid: process.pid } })
