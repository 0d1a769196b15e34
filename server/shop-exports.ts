import type { FastifyInstance } from 'fastify'
import { dayInTurkey } from '#domain/calendar-day.ts'
import { type Catalog, catalogExports } from '#server/catalog/catalog.ts'
import { offersExport } from '#server/offers/offers.ts'
import { ordersExport } from '#server/orders/orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { ExportSource } from '#server/platform/exports/export-source.ts'
import { exportsFolder } from '#server/platform/exports/export-state.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Lists that can be taken out as files, for the job that writes workbooks. */
    exportSources: readonly ExportSource[]
  }
}

/** The lists of administrators that can be taken out as files, and where the files lie. */
export function openShopExports(
  app: FastifyInstance,
  { pool, catalog, dataDir }: { pool: Pool; catalog: Catalog; dataDir: string },
) {
  const sources = [ordersExport(pool), offersExport(pool), ...catalogExports({ pool, catalog })]
  app.decorate('exportSources', sources)
  return { pool, sources, folder: exportsFolder(dataDir), today: () => dayInTurkey(new Date()) }
}
