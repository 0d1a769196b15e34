import type { FastifyInstance } from 'fastify'
import { getShipment } from '#contract/admin/shipments.ts'
import { adminShipmentPath, shipmentLabelsPath } from '#contract/core/admin-pages.ts'
import { refuse } from '#contract/core/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { serveAdminFile, type VisitOptions } from '#server/visitor/visitor.ts'
import { makeLabels } from './label-pdf.ts'
import { presentShipment } from './present-shipment.ts'
import { findShipment } from './shipment-rows.ts'

/** Serves the labels of a shipment's parcels as PDF. */
export function serveShipmentLabels(
  app: FastifyInstance,
  { pool, store }: { pool: Pool; store: Store },
  options: VisitOptions,
): void {
  serveAdminFile(
    app,
    {
      path: shipmentLabelsPath(':id'),
      page: adminShipmentPath(':id'),
      endpoint: getShipment,
      format: 'pdf',
      async make(_query, { locale }, { id }) {
        const row = /^\d{1,15}$/.test(String(id)) ? await findShipment(pool, Number(id)) : undefined
        if (row === undefined) return refuse('shipment_not_found')
        const { storeName, storeAddress, storePhone } = store.facts().settings
        const sender = { name: storeName, address: storeAddress, phone: storePhone }
        const content = await makeLabels(presentShipment(row), sender, locale)
        return { ok: true, name: `etiket-${row.shipment_no}`, content }
      },
    },
    options,
  )
}
