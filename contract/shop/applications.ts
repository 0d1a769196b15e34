import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  applicationFileKinds,
  applicationFilesMax,
  applicationStates,
  businessKinds,
} from '#domain/applications/application.ts'
import { acceptedKinds } from '#domain/texts/published-text.ts'

/** Maximum size of a document in bytes. */
export const applicationFileBytesMax = 10 * 1024 * 1024
export const applicationNoteMax = 2000

/** A form, signed by the server with its time; `website` is a field that people do not see. */
const form = { key: z.string().check(z.minLength(1), z.maxLength(300)), website: z.string().check(z.maxLength(200)) }
const typed = z.string().check(z.maxLength(2000))
const files = z.array(z.string().check(z.regex(/^[0-9a-f]{32}$/))).check(z.maxLength(applicationFilesMax))
const acceptedText = z.object({ kind: z.enum(acceptedKinds), version: z.number() })
export type AcceptedText = z.output<typeof acceptedText>

export const getApplicationForm = endpoint({
  method: 'GET',
  path: '/api/applications/form',
  access: 'guest',
  summary: 'A new form for companies that want to become dealers, with the texts to accept',
  /** `isMailed`: applicants get emails. */
  reply: z.object({ isOpen: z.boolean(), isMailed: z.boolean(), key: z.string(), texts: z.array(acceptedText) }),
  errors: [],
})
export type ApplicationForm = z.output<(typeof getApplicationForm)['reply']>

export const applicationFile = z.object({
  file: z.string(),
  kind: z.enum(applicationFileKinds),
  type: z.enum(['pdf', 'picture']),
  name: z.string(),
  bytes: z.number(),
})
export type ApplicationFile = z.output<typeof applicationFile>

/** An uploaded file as a stream. */
const upload = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)

export const uploadApplicationFile = endpoint({
  method: 'POST',
  path: '/api/applications/files',
  access: 'guest',
  encoding: 'file',
  summary:
    'Uploads a document for a form: PDF, or JPEG, PNG and WebP, which are drawn anew; 10 MB. The form must be sent within a day',
  query: z.object({
    key: form.key,
    kind: z.enum(applicationFileKinds),
    name: z.string().check(z.maxLength(300)),
  }),
  body: upload,
  reply: applicationFile,
  errors: [
    'applications_off',
    'application_form_expired',
    'application_file_invalid',
    'too_large',
    'too_many_requests',
    'unavailable',
    'bad_request',
  ],
})

export const applicationValues = z.object({
  company: typed,
  taxOffice: typed,
  taxNumber: typed,
  address: typed,
  district: typed,
  city: typed,
  contactName: typed,
  email: typed,
  phone: typed,
  business: z.enum(businessKinds),
  note: z.string().check(z.maxLength(applicationNoteMax)),
})
export type ApplicationValues = z.output<typeof applicationValues>

/**
 * The same form, sent again, returns the same application. A signed-in representative files it for a company: the texts are
 * then accepted by the applicant, by the link in the email.
 */
export const createApplication = endpoint({
  method: 'POST',
  path: '/api/applications',
  access: 'guest',
  summary:
    'Sends a form. `token` opens the page of the application; null for representatives where applicants get the link by email',
  body: z.object({ ...applicationValues.shape, ...form, files, texts: z.array(acceptedText).check(z.maxLength(10)) }),
  reply: z.object({ applicationNo: z.string(), token: z.nullable(z.string()) }),
  errors: [
    'applications_off',
    'application_form_expired',
    'application_form_used',
    'application_suspicious',
    'application_tax_number_known',
    'application_dealer_exists',
    'application_text_changed',
    'application_texts_missing',
    'application_document_missing',
    'application_file_missing',
    'validation_failed',
    'too_many_requests',
  ],
})

const state = z.enum(applicationStates)
export const applicationEvent = z.object({ id: z.number(), state, note: z.string(), date: z.string() })

export const application = z.object({
  applicationNo: z.string(),
  company: z.string(),
  email: z.string(),
  state,
  date: z.string(),
  isMailed: z.boolean(),
  files: z.array(z.object({ kind: z.enum(applicationFileKinds), name: z.string() })),
  events: z.array(applicationEvent),
  /** The form of an answer; null if nothing is asked. */
  key: z.nullable(z.string()),
  /** The representative who filed it; null for the applicant. */
  filedBy: z.nullable(z.string()),
  /** The texts that the applicant has yet to accept. */
  texts: z.array(acceptedText),
})
export type Application = z.output<typeof application>

const params = z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) })

export const getApplication = endpoint({
  method: 'GET',
  path: '/api/bayi-ol/basvuru/:token',
  access: 'guest',
  summary: 'An application by its link',
  params,
  reply: application,
  errors: ['application_not_found'],
})

export const answerApplication = endpoint({
  method: 'POST',
  path: '/api/bayi-ol/basvuru/:token/answer',
  access: 'guest',
  summary: 'Answers the question of the store, in words or with documents',
  params,
  body: z.object({ key: form.key, note: z.string().check(z.maxLength(applicationNoteMax)), files }),
  reply: application,
  errors: [
    'application_not_found',
    'application_changed',
    'application_form_expired',
    'application_file_missing',
    'application_note_missing',
  ],
})

export const acceptApplicationTexts = endpoint({
  method: 'POST',
  path: '/api/bayi-ol/basvuru/:token/texts',
  access: 'guest',
  summary: 'Accepts the texts of an application that a representative has filed',
  params,
  body: z.object({ texts: z.array(acceptedText).check(z.maxLength(10)) }),
  reply: application,
  errors: [
    'application_not_found',
    'application_changed',
    'application_text_changed',
    'application_texts_missing',
    'application_texts_applicant_only',
  ],
})
