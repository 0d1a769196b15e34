import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

const movement = z.object({ tarih: z.string(), durum: z.string(), belgeNo: z.string() })

/** What is known of a serial number (specification, checkout document, section 3). */
const warranty = z.object({
  /** Remaining days; negative = days since it expired; null = unknown. */
  garantiSuresi: z.nullable(z.number()),
  hareket: z.array(movement),
  product: z.nullable(z.object({ code: z.string(), name: z.string(), url: z.nullable(z.string()) })),
})

/** A serial number that was sold to another dealer is unknown: its data is null. */
export const inquireWarranty = endpoint({
  method: 'POST',
  path: '/api/catalog/WarrantyInquiry',
  access: 'user',
  encoding: 'form',
  summary: 'Warranty and movements of a serial number; data is null if it is unknown',
  body: z.object({ serialNumber: z.string() }),
  reply: z.object({ success: z.literal(true), data: z.nullable(warranty) }),
  errors: ['serial_invalid', 'warranty_refused', 'warranty_unavailable', 'too_many_requests'],
})
