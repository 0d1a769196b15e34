import * as z from 'zod/mini'
import { planKey } from '#contract/core/money.ts'
import { locale } from '#contract/core/visitor.ts'
import type { Choices } from './context.ts'

const shapes: { [Key in keyof Choices]-?: z.ZodMiniType<Choices[Key]> } = {
  productListView: z.enum(['grid', 'list']),
  showNotInStocks: z.enum(['0', '1']),
  defaultCurrency: z.number(),
  branch: z.number(),
  locale,
  ordersUnasked: z.boolean(),
  allowCookies: z.literal(true),
  cartPlan: planKey,
  deliveryAddress: z.number(),
}

/** Parses stored choices; invalid ones are left out. */
export function parseChoices(value: unknown): Choices {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value).filter(([key, chosen]) => isShape(key) && shapes[key].safeParse(chosen).success)
  return Object.fromEntries(entries)
}

function isShape(key: string): key is keyof Choices {
  return Object.hasOwn(shapes, key)
}
