import { openPictureDownload, startPictures } from '#server/catalog/import/import.ts'
import { type Config, sandboxErpUrl } from '#server/config.ts'
import { adapters, openErpHttp, openWriteRows, startErp } from '#server/erp/erp.ts'
import { openWebhookCall, startWebhooks } from '#server/integration/integration.ts'
import { type PaymentDeps, startPaymentJobs } from '#server/payments/payments.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'

/** Milliseconds between two checks for payments about which a bank has to be asked. */
const paymentInterval = 5_000

type OutsideLoopDeps = { config: Config; pool: Pool; payments: PaymentDeps; imagesFolder: FileStore }

/** Work beside the queue that calls other services: banks, webhooks, ERPs and the addresses of pictures. */
export function startOutsideLoops(
  { config, pool, payments, imagesFolder }: OutsideLoopDeps,
  warn: (error: Error) => void,
): { close(): Promise<void> }[] {
  const { sessionSecret: secret, production } = config
  const sandboxUrl = sandboxErpUrl(config)
  return [
    startPaymentJobs(payments, paymentInterval, warn),
    startPictures({ pool, imagesFolder, download: openPictureDownload(production), warn }),
    startWebhooks({ pool, secret, call: openWebhookCall(production, { sandboxUrl }) }, warn),
    startErp(
      {
        pool,
        secret,
        writeRows: openWriteRows(pool),
        adapters: new Map(adapters.map((adapter) => [adapter.kind, adapter])),
        http: openErpHttp(sandboxUrl),
        filesFolder: config.erpFolder ?? null,
      },
      warn,
    ),
  ]
}
