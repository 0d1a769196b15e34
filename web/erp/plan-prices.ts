type PricesPart = { inbound?: { prices?: { fields?: Readonly<Record<string, unknown>> } } } | null

/**
 * Whether a mapping fills the sale price and no price of a payment plan: a dealer who buys by a plan pays the plan's price,
 * which the ERP then does not change. False for a text that is no JSON.
 */
export function leavesPlansOut(text: string): boolean {
  let mapping: PricesPart
  try {
    mapping = JSON.parse(text) as PricesPart
  } catch {
    return false
  }
  const names = Object.keys(mapping?.inbound?.prices?.fields ?? {})
  return names.includes('price') && !names.some((name) => /^plan[1-5]$/.test(name))
}
