import type { StaffArea } from '#domain/people/permissions.ts'
import * as z from 'zod/mini'
import { importFileEndings } from './import-files.ts'

/** What can be imported on screen besides product files; `pictures` is a ZIP of product pictures. */
export const fileImportKinds = [
  'movements',
  'balances',
  'serials',
  'costs',
  'price_rules',
  'promotions',
  'shipments',
  'pictures',
] as const
export type FileImportKind = (typeof fileImportKinds)[number]

/** The area of the administration that a file belongs to. */
export const fileImportAreas: Readonly<Record<FileImportKind, StaffArea>> = {
  movements: 'payments',
  balances: 'payments',
  serials: 'catalog',
  costs: 'prices',
  price_rules: 'prices',
  promotions: 'prices',
  shipments: 'orders',
  pictures: 'catalog',
}

/** Maximum bytes of a file of rows, and of a ZIP of pictures. */
export const fileImportBytesMax = { rows: 100 * 1024 * 1024, pictures: 2000 * 1024 * 1024 } as const
export const fileImportBytesOf = (kind: FileImportKind): number =>
  kind === 'pictures' ? fileImportBytesMax.pictures : fileImportBytesMax.rows

/** Endings of file names that the form accepts. The format itself is detected from the content. */
export const fileImportEndings = (kind: FileImportKind): readonly string[] =>
  kind === 'pictures' ? ['.zip'] : importFileEndings

/** Fields of the files, in the order in which screens list them. */
export const movementFields = [
  'dealer',
  'posted_on',
  'document_no',
  'reference',
  'debit',
  'credit',
  'amount',
  'side',
  'currency',
  'due_on',
  'kind',
  'description',
] as const
export const balanceFields = [
  'dealer',
  'balance',
  'side',
  'debit_balance',
  'credit_balance',
  'overdue_balance',
  'overdue_since',
  'overdue_days',
  'currency',
  'as_of',
] as const
export const serialFields = [
  'serial_no',
  'moved_on',
  'status',
  'product_code',
  'product_name',
  'dealer',
  'document_no',
  'warranty_months',
  'warranty_until',
  'reference',
] as const
export const costFields = ['product_code', 'cost', 'currency'] as const
export const priceRuleFields = [
  'rule_code',
  'rule_name',
  'rule_kind',
  'dealer',
  'dealer_group',
  'region',
  'product_code',
  'brand',
  'category',
  'price_list',
  'price',
  'currency',
  'chain',
  'above_cost',
  'min_quantity',
  'period_days',
  'rule_unit',
  'starts_on',
  'ends_on',
  'priority',
  'stops',
  'keeps_discount',
  'is_active',
] as const
export const promotionFields = [
  'promotion_code',
  'promotion_name',
  'promotion_name_en',
  'promotion_kind',
  'dealer',
  'dealer_group',
  'region',
  'product_code',
  'brand',
  'category',
  'buy_quantity',
  'free_quantity',
  'free_product',
  'price',
  'currency',
  'bundle_parts',
  'basket_steps',
  'starts_on',
  'ends_on',
  'priority',
  'combines',
  'needs_coupon',
  'total_quota',
  'dealer_quota',
  'order_limit',
  'is_active',
] as const
export const shipmentFields = [
  'order_no',
  'carrier',
  'tracking_no',
  'delivery_note_no',
  'product_code',
  'line_no',
  'quantity',
  'parcels',
  'weight',
  'shipped_on',
] as const
export const fileImportFields = {
  movements: movementFields,
  balances: balanceFields,
  serials: serialFields,
  costs: costFields,
  price_rules: priceRuleFields,
  promotions: promotionFields,
  shipments: shipmentFields,
  pictures: [],
} as const satisfies Record<FileImportKind, readonly string[]>
export type FileImportField = (typeof fileImportFields)[FileImportKind][number]

/** A file needs at least one column of each group. */
export const neededFields = {
  movements: [['dealer'], ['posted_on'], ['document_no', 'reference'], ['debit', 'credit', 'amount']],
  balances: [['dealer'], ['balance', 'debit_balance', 'credit_balance']],
  serials: [['serial_no'], ['moved_on'], ['status']],
  costs: [['product_code'], ['cost']],
  price_rules: [['rule_code'], ['chain', 'price', 'price_list', 'min_quantity', 'above_cost']],
  promotions: [['promotion_code']],
  shipments: [['order_no'], ['carrier']],
  pictures: [],
} as const satisfies Record<FileImportKind, readonly (readonly FileImportField[])[]>

/**
 * `append`: new pictures follow the existing ones. `replace`: they take their place. `missing`: only products without a
 * picture get them.
 */
export const pictureModes = ['append', 'replace', 'missing'] as const
export type PictureMode = (typeof pictureModes)[number]

export const allFileImportFields = [...new Set(Object.values(fileImportFields).flat())]
const columnName = z.string().check(z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u))

export const fileImportOptions = z.strictObject({
  /** Decimal sign of numbers like 1.234 that no other value of the file explains. */
  decimal: z.nullable(z.enum([',', '.'])),
  pictures: z.enum(pictureModes),
  /** The field of each column, or `ignore`. Columns that are not listed are recognized by name. */
  mapping: z.optional(z.record(columnName, z.enum([...allFileImportFields, 'ignore']))),
  /** The sheet to read, if the workbook has it. */
  sheet: z.optional(z.nullable(columnName)),
})
export type FileImportOptions = z.output<typeof fileImportOptions>
export const defaultFileImportOptions: FileImportOptions = { decimal: null, pictures: 'append' }
