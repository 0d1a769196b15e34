import * as z from 'zod/mini'
import { documentKinds, documentLanguages, documentTypes } from '#domain/notes/document.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { shopDocument } from '#contract/shop/documents.ts'
import { fileBody, fileNameQuery } from '#contract/shop/notes.ts'
import { audience, chosenDealer, period, periodStates, title } from './audience.ts'

/** Maximum size of a file in bytes. */
export const documentBytesMax = 30 * 1024 * 1024
export const documentProductsMax = 200

const text = z.optional(z.string().check(z.maxLength(200)))

export const documentValues = z.object({
  title,
  kind: z.enum(documentKinds),
  language: z.nullable(z.enum(documentLanguages)),
  ...period,
  audience,
  /** Codes of the products on whose pages it is listed. */
  products: z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(documentProductsMax)),
  /** An uploaded file. */
  file: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
})
export type DocumentValues = z.output<typeof documentValues>

export const adminDocument = z.object({
  ...shopDocument.shape,
  isForAll: z.boolean(),
  dealerCount: z.number(),
  productCount: z.number(),
  state: z.enum(periodStates),
})
export type AdminDocument = z.output<typeof adminDocument>

export const listAllDocuments = endpoint({
  method: 'GET',
  path: '/yonetim/documents',
  access: 'admin',
  area: 'catalog',
  summary: 'Files of the store, newest first. q: title or file name',
  query: z.object({ page: text, limit: text, q: text, sort: text }),
  reply: z.object({ ...paged, items: z.array(adminDocument), q: z.string(), sort: z.literal('-date') }),
  errors: [],
})

export const documentDetail = z.object({
  ...adminDocument.shape,
  file: z.string(),
  revision: z.number(),
  dealers: z.array(chosenDealer),
  products: z.array(z.object({ code: z.string(), name: z.string() })),
})
export type DocumentDetail = z.output<typeof documentDetail>

export const getDocument = endpoint({
  method: 'GET',
  path: '/yonetim/documents/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'One file with its dealers and products',
  params: rowParams,
  reply: documentDetail,
  errors: ['document_not_found'],
})

const refusals = [
  'audience_empty',
  'audience_dealer_unknown',
  'period_reversed',
  'document_file_missing',
  'document_product_unknown',
] as const

export const createDocument = endpoint({
  method: 'POST',
  path: '/yonetim/documents',
  access: 'admin',
  area: 'catalog',
  summary: 'Puts an uploaded file on the shelf',
  body: documentValues,
  reply: documentDetail,
  errors: refusals,
})

export const changeDocument = endpoint({
  method: 'PATCH',
  path: '/yonetim/documents/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Changes a document or replaces its file. `revision`: the one that was on screen',
  params: rowParams,
  body: z.object({ ...documentValues.shape, revision: z.number().check(z.int()) }),
  reply: documentDetail,
  errors: ['document_not_found', 'document_changed', ...refusals],
})

export const deleteDocument = endpoint({
  method: 'DELETE',
  path: '/yonetim/documents/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Removes a document and its file',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['document_not_found'],
})

export const documentUpload = z.object({
  file: z.string(),
  type: z.enum(documentTypes),
  name: z.string(),
  bytes: z.number(),
})
export type DocumentUpload = z.output<typeof documentUpload>

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/yonetim/document-files',
  access: 'admin',
  area: 'catalog',
  encoding: 'file',
  summary:
    'Uploads a file for the shelf: PDF, XLSX, ZIP, or a picture (JPEG, PNG, WebP), which is drawn anew; 30 MB. A document must use it within a day',
  query: fileNameQuery,
  body: fileBody,
  reply: documentUpload,
  errors: ['too_large', 'document_file_invalid', 'bad_request', 'unavailable'],
})
