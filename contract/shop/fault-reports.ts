import * as z from 'zod/mini'
import { faultPhotosMax, faultStates } from '#domain/after-sales/fault-report.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { isEmail } from './offer-changes.ts'
import { rowId, rowParams } from '#contract/core/row-id.ts'

/** Maximum size of a photo's file in bytes. */
export const faultPhotoBytesMax = 8 * 1024 * 1024
/** Products that the picker lists at once; others are found by searching. */
export const pickedProductsMax = 500
export const faultDescriptionMax = 4000
export const faultNoteMax = 2000

const text = z.optional(z.string().check(z.maxLength(200)))
/** The database accepts no NUL in texts. */
const typed = (most: number) =>
  z.pipe(
    z.string().check(z.maxLength(most)),
    z.transform((value) => value.replaceAll('\0', '').trim()),
  )
const filled = (least: number, most: number) => z.pipe(typed(most), z.string().check(z.minLength(least)))
const photoFile = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const reportNo = z.string().check(z.regex(/^A\d{10,20}$/))

export const listBaseCategories = endpoint({
  method: 'GET',
  path: '/api/catalog/faultreport/basecategories/:categoryId',
  access: 'user',
  summary: 'Categories below one that have products, in their order; 0 = the first level (specification, section 6)',
  params: z.object({ categoryId: rowId }),
  reply: z.array(z.object({ id: z.number(), name: z.string() })),
  errors: ['not_found'],
})

export const pickedProduct = z.object({ id: z.number(), name: z.string(), code: z.string() })
export type PickedProduct = z.output<typeof pickedProduct>

export const listFaultProducts = endpoint({
  method: 'GET',
  path: '/api/catalog/faultreport/product/:categoryId',
  access: 'user',
  summary:
    'Products of a category and all below it (0 = of all), by name, at most 500; q: name or code. Includes products out of stock; variants instead of their product',
  params: z.object({ categoryId: rowId }),
  query: z.object({ q: text }),
  reply: z.array(pickedProduct),
  errors: ['not_found'],
})

const photo = z.object({
  /** Name of the photo, served at /ariza-bildirimi/foto/{file}. */
  file: z.string(),
  width: z.number(),
  height: z.number(),
})
export type FaultPhoto = z.output<typeof photo>

/** An uploaded file as a stream. */
const file = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)

export const uploadFaultPhoto = endpoint({
  method: 'POST',
  path: '/api/catalog/fault-report-photos',
  access: 'dealer',
  needs: ['returns'],
  encoding: 'file',
  summary:
    'Uploads a photo (JPEG, PNG, WebP; 8 MB), which is re-encoded without metadata; a report must use it within a day',
  body: file,
  reply: photo,
  errors: ['too_large', 'photo_invalid', 'bad_request', 'too_many_requests', 'unavailable'],
})

export const removeFaultPhoto = endpoint({
  method: 'DELETE',
  path: '/api/catalog/fault-report-photos/:file',
  access: 'dealer',
  needs: ['returns'],
  summary: 'Removes a photo of the user that belongs to no report',
  params: z.object({ file: photoFile }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
})

const hasDigits = (value: string) => value === '' || value.replaceAll(/\D/g, '').length >= 7

export const faultReportInput = z
  .object({
    /** Code of a product on sale, or of one that the dealer ordered. */
    productCode: filled(1, 100),
    serialNo: z.optional(typed(100)),
    description: filled(10, faultDescriptionMax),
    contactName: filled(2, 120),
    contactPhone: z.pipe(typed(40), z.string().check(z.refine(hasDigits))),
    contactEmail: z.pipe(typed(200), z.string().check(z.refine((value) => value === '' || isEmail(value)))),
    /** Photos uploaded before, in their order. */
    photos: z.array(photoFile).check(
      z.maxLength(faultPhotosMax),
      z.refine((files) => new Set(files).size === files.length),
    ),
  })
  .check(
    z.refine(({ contactPhone, contactEmail }) => contactPhone !== '' || contactEmail !== '', {
      path: ['contactPhone'],
    }),
  )
export type FaultReportInput = z.output<typeof faultReportInput>

export const createFaultReport = endpoint({
  method: 'POST',
  path: '/api/catalog/fault-reports',
  access: 'dealer',
  needs: ['returns'],
  summary: 'Reports a fault. Idempotency-Key: the same key and body return the same response',
  body: faultReportInput,
  reply: z.object({ success: z.literal(true), reportNo: z.string() }),
  errors: [
    'fault_product_unknown',
    'photo_missing',
    'too_many_requests',
    'idempotency_mismatch',
    'in_progress',
    'bad_request',
  ],
})

const state = z.enum(faultStates)

export const listedFaultReport = z.object({
  reportNo: z.string(),
  date: z.string(),
  state,
  productCode: z.string(),
  productName: z.string(),
  serialNo: z.string(),
  creator: z.string(),
  photoCount: z.number(),
})
export type ListedFaultReport = z.output<typeof listedFaultReport>

const listQuery = z.object({ page: text, state: text, q: text })
const pageOf = {
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  state: z.nullable(state),
  q: z.string(),
}

export const listFaultReports = endpoint({
  method: 'GET',
  path: '/api/catalog/fault-reports',
  access: 'dealer',
  needs: ['returns'],
  summary: 'Fault reports of the visitor’s dealer, newest first. page, state, q; invalid values are ignored',
  query: listQuery,
  reply: z.object({ items: z.array(listedFaultReport), ...pageOf }),
  errors: [],
})
export type FaultReportList = z.output<(typeof listFaultReports)['reply']>

const event = z.object({ id: z.number(), state, note: z.string(), date: z.string() })

export const faultReport = z.object({
  ...listedFaultReport.shape,
  description: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  contactEmail: z.string(),
  /** The store's message to the dealer. */
  note: z.string(),
  photos: z.array(photo),
  /** Returns of the goods that the report is about, oldest first. */
  returns: z.array(z.object({ id: z.number(), returnNo: z.string() })),
  /** All states of the report, the first one first. */
  events: z.array(event),
})
export type FaultReport = z.output<typeof faultReport>

export const getFaultReport = endpoint({
  method: 'GET',
  path: '/api/catalog/fault-reports/:reportNo',
  access: 'dealer',
  needs: ['returns'],
  summary: 'One fault report of the visitor’s dealer',
  params: z.object({ reportNo }),
  reply: faultReport,
  errors: ['fault_report_not_found'],
})

const ofDealer = { id: z.number(), dealer: z.string(), dealerCode: z.string() }

export const listAllFaultReports = endpoint({
  method: 'GET',
  path: '/yonetim/fault-reports',
  access: 'admin',
  area: 'orders',
  summary:
    'Fault reports of all dealers, newest first. page, state, q: number, product, serial number, dealer, contact',
  query: listQuery,
  reply: z.object({
    items: z.array(z.object({ ...listedFaultReport.shape, ...ofDealer })),
    ...pageOf,
    /** Reports in the state `new`. */
    newCount: z.number(),
  }),
  errors: [],
})
export type AllFaultReports = z.output<(typeof listAllFaultReports)['reply']>
export type DealersFaultReport = AllFaultReports['items'][number]

export const faultReportDetail = z.object({
  ...faultReport.shape,
  ...ofDealer,
  creatorEmail: z.string(),
  events: z.array(z.object({ ...event.shape, user: z.string() })),
})
export type FaultReportDetail = z.output<typeof faultReportDetail>

export const getFaultReportDetail = endpoint({
  method: 'GET',
  path: '/yonetim/fault-reports/:id',
  access: 'admin',
  area: 'orders',
  summary: 'One fault report with its dealer, photos and who changed it',
  params: rowParams,
  reply: faultReportDetail,
  errors: ['fault_report_not_found'],
})

export const changeFaultReport = endpoint({
  method: 'PATCH',
  path: '/yonetim/fault-reports/:id',
  access: 'admin',
  area: 'orders',
  summary: 'Changes state and note and emails the dealer. event: the last known event; 409 if there is a newer one',
  params: rowParams,
  body: z.strictObject({ event: z.number().check(z.int(), z.minimum(0)), state, note: typed(faultNoteMax) }),
  reply: faultReportDetail,
  errors: ['fault_report_not_found', 'fault_report_changed', 'fault_move_refused'],
})
