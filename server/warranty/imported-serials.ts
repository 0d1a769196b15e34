import { productPath } from '#contract/core/pages.ts'
import { type Day, daysBetween } from '#domain/text/calendar-day.ts'
import { serialKey } from '#domain/after-sales/serial-number.ts'
import type { Warranty } from '#domain/after-sales/warranty.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { findMovements, type SerialRow } from './queries.ts'
import type { WarrantySource } from './source.ts'

/** The imported serial numbers as a warranty source. */
export function importedSerials(pool: Pool, today: () => Day): WarrantySource {
  return {
    async inquire(serial, actor) {
      const key = serialKey(serial)
      const rows = key === null ? [] : await findMovements(pool, key, actor.dealer?.id ?? null)
      return rows.length === 0 ? { kind: 'none' } : { kind: 'found', warranty: presentSerial(rows, today()) }
    },
  }
}

/** Rows are newest first. The newest warranty counts: it was given by the latest seller or repairer. */
function presentSerial(rows: readonly SerialRow[], today: Day): Warranty {
  const until = rows.find(({ warranty_until }) => warranty_until !== null)?.warranty_until ?? null
  return {
    garantiSuresi: until === null ? null : daysBetween(today, until),
    hareket: rows.map(({ moved_on, status, document_no }) => {
      return { tarih: moved_on, durum: status, belgeNo: document_no }
    }),
    product: presentProduct(rows.find(({ code, name }) => code !== '' || name !== '')),
  }
}

function presentProduct(row: SerialRow | undefined): Warranty['product'] {
  if (row === undefined) return null
  const { code, name, listed_id, seo } = row
  // Links by id: the page redirects to the product's current address.
  const url = listed_id === null || seo === null ? null : productPath({ seo, id: listed_id, ozelkod2: null })
  return { code, name, url }
}
