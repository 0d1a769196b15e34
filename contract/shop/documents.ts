import * as z from 'zod/mini'
import { documentKinds, documentLanguages, documentTypes } from '#domain/notes/document.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'

export const documentsMax = 500

export const shopDocument = z.object({
  id: z.number(),
  title: z.string(),
  kind: z.enum(documentKinds),
  /** Null where it does not matter. */
  language: z.nullable(z.enum(documentLanguages)),
  type: z.enum(documentTypes),
  name: z.string(),
  bytes: z.number(),
  from: z.string(),
  until: z.nullable(z.string()),
})
export type ShopDocument = z.output<typeof shopDocument>

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/account/documents',
  access: 'dealer',
  needs: [],
  summary: 'Files of the store for the visitor’s dealer that are valid today; served at /account/documents/{id}/file',
  reply: z.object({ items: z.array(shopDocument) }),
  errors: [],
})

export const listProductDocuments = endpoint({
  method: 'GET',
  path: '/api/account/product-documents/:id',
  access: 'user',
  summary: 'Files about a product, and those of its parent, that the visitor’s dealer may see; administrators see all',
  params: rowParams,
  reply: z.object({ items: z.array(shopDocument) }),
  errors: [],
})
