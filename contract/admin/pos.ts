import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { posAdapters, posCurrencies } from '#domain/payments/pos-adapters.ts'

export const posModes = ['own_form', 'hosted'] as const
export const posEnvironments = ['sandbox', 'test', 'live'] as const

const typed = z.string().check(z.maxLength(500))
const adapter = z.enum(posAdapters)
const mode = z.enum(posModes)
const environment = z.enum(posEnvironments)
const currency = z.enum(posCurrencies)

const standing = {
  isActive: z.boolean(),
  /** Names of the settings and keys that the account's protocol needs and that are not set. */
  missing: z.array(z.string()),
  /** The keys were saved under another secret of the process and cannot be read. */
  isSealed: z.boolean(),
}

export const listedPos = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  adapter,
  mode,
  environment,
  /** Name of the bank whose own cards the account takes. */
  bank: z.nullable(z.string()),
  logo: z.nullable(z.string()),
  families: z.array(z.string()),
  currency: z.string(),
  /** In its currency. */
  minAmount: z.nullable(z.string()),
  maxAmount: z.nullable(z.string()),
  isDefault: z.boolean(),
  /** The highest number of installments of its table. */
  installments: z.number(),
  ...standing,
})
export type ListedPos = z.output<typeof listedPos>

export const listPosAccounts = endpoint({
  method: 'GET',
  path: '/yonetim/pos-accounts',
  access: 'admin',
  area: 'payments',
  summary: 'POS accounts in the store’s order',
  reply: z.object({ items: z.array(listedPos), hasSandbox: z.boolean() }),
  errors: [],
})

/** What a protocol needs from an account. */
export const posAdapter = z.object({
  name: adapter,
  settings: z.array(z.string()),
  optional: z.array(z.string()),
  secrets: z.array(z.string()),
  /** Settings that are fixed once the account has payments, besides card form and environment. */
  identity: z.array(z.string()),
  modes: z.array(mode),
  /** Currencies in which the protocol can charge. */
  currencies: z.array(currency),
})
export type PosAdapter = z.output<typeof posAdapter>

export const posChoices = z.object({
  adapters: z.array(posAdapter),
  /** Card programs and banks of the table of BINs. */
  families: z.array(z.string()),
  banks: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Whether the sandbox bank is served: never in production. */
  hasSandbox: z.boolean(),
  /** The shop's public origin, which providers ask for. */
  publicUrl: z.string(),
})
export type PosChoices = z.output<typeof posChoices>

export const getPosForm = endpoint({
  method: 'GET',
  path: '/yonetim/pos-form',
  access: 'admin',
  area: 'payments',
  summary: 'The choices of the form of a new POS account',
  reply: posChoices,
  errors: [],
})

/** The values of an account's form, as typed: amounts in its currency with Turkish or English separators. */
export const posValues = z.strictObject({
  name: typed,
  mode,
  environment,
  /** EFT code; '' = none. */
  bankCode: typed,
  families: z.array(typed).check(z.maxLength(50)),
  currency,
  minAmount: typed,
  maxAmount: typed,
  isDefault: z.boolean(),
  position: typed,
  logo: typed,
  image: typed,
  /** By the protocol's names; '' = none. */
  settings: z.record(z.string().check(z.maxLength(40)), typed),
})
export type PosValues = z.output<typeof posValues>

/** A row of the installment table as typed: percent on the amount, and the amount from which it is offered. */
export const posPlan = z.strictObject({
  installment: z.number().check(z.int(), z.minimum(1), z.maximum(12)),
  commission: typed,
  minAmount: typed,
  isDefault: z.boolean(),
})
export type PosPlan = z.output<typeof posPlan>
export const posPlans = z.array(posPlan).check(z.minLength(1), z.maxLength(12))

export const posDetail = z.object({
  id: z.number(),
  code: z.string(),
  adapter,
  values: posValues,
  plans: posPlans,
  /** Names of the keys and whether each is set; never the keys themselves. */
  secrets: z.array(z.object({ name: z.string(), isSet: z.boolean() })),
  hasPayments: z.boolean(),
  /** How many cards its provider keeps for users; staff see no more of them. */
  storedCards: z.number(),
  ...standing,
  choices: posChoices,
})
export type PosDetail = z.output<typeof posDetail>

export const getPosAccount = endpoint({
  method: 'GET',
  path: '/yonetim/pos-accounts/:id',
  access: 'admin',
  area: 'payments',
  summary: 'A POS account, without its keys',
  params: rowParams,
  reply: posDetail,
  errors: ['pos_not_found'],
})

export const createPosAccount = endpoint({
  method: 'POST',
  path: '/yonetim/pos-accounts',
  access: 'admin',
  area: 'payments',
  summary: 'Adds an inactive POS account with a single payment',
  body: z.strictObject({ code: typed, adapter, values: posValues }),
  reply: z.object({ id: z.number() }),
  errors: ['validation_failed'],
})

/** `before`: the values that the change is based on. */
export const changePosAccount = endpoint({
  method: 'PATCH',
  path: '/yonetim/pos-accounts/:id',
  access: 'admin',
  area: 'payments',
  summary: 'Changes a POS account',
  params: rowParams,
  body: z.strictObject({ before: posValues, values: posValues }),
  reply: posDetail,
  errors: ['pos_not_found', 'validation_failed', 'pos_changed', 'pos_incomplete'],
})

/** Replaces the whole table: rows that are missing are no longer offered. */
export const savePosPlans = endpoint({
  method: 'PATCH',
  path: '/yonetim/pos-accounts/:id/plans',
  access: 'admin',
  area: 'payments',
  summary: 'Replaces the installment table of a POS account',
  params: rowParams,
  body: z.strictObject({ before: posPlans, plans: posPlans }),
  reply: posDetail,
  errors: ['pos_not_found', 'validation_failed', 'pos_changed'],
})

/** Sets the given keys and keeps the others. */
export const savePosSecrets = endpoint({
  method: 'POST',
  path: '/yonetim/pos-accounts/:id/secrets',
  access: 'admin',
  area: 'payments',
  summary: 'Sets keys and passwords of a POS account, which are never shown',
  params: rowParams,
  body: z.strictObject({ secrets: z.record(z.string().check(z.maxLength(40)), typed) }),
  reply: posDetail,
  errors: ['pos_not_found', 'validation_failed', 'pos_keys_sealed'],
})

export const setPosState = endpoint({
  method: 'POST',
  path: '/yonetim/pos-accounts/:id/state',
  access: 'admin',
  area: 'payments',
  summary: 'Activates or deactivates a POS account',
  params: rowParams,
  body: z.strictObject({ isActive: z.boolean() }),
  reply: posDetail,
  errors: ['pos_not_found', 'pos_incomplete', 'pos_sandbox_off', 'pos_keys_sealed'],
})

/**
 * `known`: the bank answered that the order does not exist, as expected. `unsure`: it gave another answer, in `text`.
 */
export const tryPosAccount = endpoint({
  method: 'POST',
  path: '/yonetim/pos-accounts/:id/trial',
  access: 'admin',
  area: 'payments',
  summary: 'Tests a POS account with an inquiry about an order that does not exist; no money moves',
  params: rowParams,
  reply: z.object({ answer: z.enum(['known', 'unsure']), text: z.string() }),
  errors: ['pos_not_found', 'pos_incomplete', 'pos_sandbox_off', 'pos_keys_sealed'],
})

export const removePosAccount = endpoint({
  method: 'DELETE',
  path: '/yonetim/pos-accounts/:id',
  access: 'admin',
  area: 'payments',
  summary: 'Removes a POS account that never took a payment',
  params: rowParams,
  reply: z.object({ id: z.number() }),
  errors: ['pos_not_found', 'pos_has_payments', 'pos_in_rules'],
})
