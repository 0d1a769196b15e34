import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

/** What administrative changes can be about. */
export const auditNouns = [
  'setting',
  'payment_plan',
  'early_payment',
  'currency',
  'branch',
  'warehouse',
  'payment',
  'bank_finding',
  'pos_account',
  'installment_limit',
  'pos_rule',
  'bins',
  'dealer',
  'user',
  'order',
  'product',
  'category',
  'brand',
  'attribute',
  'campaign',
  'search_rule',
  'price_list',
  'price_change',
  'price_rule',
  'promotion',
  'promotion_coupon',
  'dealer_group',
  'offer',
  'fault_report',
  'import',
  'import_source',
  'api_key',
  'webhook',
  'erp_connection',
  'import_profile',
  'dealer_feed',
  'invoice',
  'picking',
  'shipment',
  'announcement',
  'document',
  'return',
  'role',
  'application',
  'text',
  'representative',
  'identity_provider',
  'erasure_request',
  'address',
  'limit_approval',
  'transfer_notice',
  'bank_statement',
  'bank_line',
  'stored_card',
  'backup',
  'job',
] as const
export type AuditNoun = (typeof auditNouns)[number]

export const auditActions = [
  'create',
  'change',
  'remove',
  'reset',
  'activate',
  'deactivate',
  'set_secrets',
  'set_password',
  'set_rate',
  'void',
  'refund',
  'settle',
  'book',
  'link',
  'inquire',
  'release',
  'invite',
  'add_factor',
  'remove_factor',
  'reset_factors',
  'revoke_invite',
  'password_link',
  'view_as',
  'end_view',
  'act_for',
  'end_act',
  'cancel',
  'send_to_erp',
  'recall',
  'move_stock',
  'ignore',
  'raise',
  'apply',
  'undo',
  'revoke',
  'replay',
  'retry',
  'withdraw',
  'approve',
  'decline',
  'pass_floor',
  'erase',
  'restore',
  'acknowledge',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Value of the filter `user` for changes made on the command line, which have no user. */
export const commandLineUser = 'system'

const text = z.optional(z.string().check(z.maxLength(200)))
const values = z.nullable(z.record(z.string(), z.unknown()))

export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  /** Null for the command line. */
  user: z.nullable(z.string()),
  action: z.string(),
  noun: z.string(),
  nounId: z.string(),
  /** The values that differ, by name. */
  before: values,
  after: values,
  address: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof auditEntry>

/**
 * Newest first. Filters: `user` (id or `system`), `noun`, `id` (of the noun, exact), `action`, `from`, `to` (days in
 * Turkey), `q` (starts of words in names and values).
 */
export const listAudit = endpoint({
  method: 'GET',
  path: '/yonetim/audit',
  access: 'admin',
  area: 'settings',
  summary: 'Administrative changes: who changed what and when',
  query: z.object({
    page: text,
    limit: text,
    user: text,
    noun: text,
    id: text,
    action: text,
    from: text,
    to: text,
    q: text,
  }),
  reply: z.object({
    items: z.array(auditEntry),
    /** Counted up to 10,000. */
    total: z.number(),
    isTotalLeast: z.boolean(),
    page: z.number(),
    pages: z.number(),
    limit: z.number(),
    user: z.nullable(z.string()),
    noun: z.nullable(z.string()),
    id: z.nullable(z.string()),
    action: z.nullable(z.string()),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    q: z.string(),
    /** Users that the filter offers. */
    users: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  errors: [],
})
