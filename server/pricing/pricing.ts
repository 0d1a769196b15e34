/** Public face of price rules and groups of dealers (docs/decisions/075). `settings` has the rules in memory. */
export { registerPriceRules } from './administration.ts'
export { earlyPaymentPart, earlyPaymentSteps, registerEarlyPayment } from './early-payment.ts'
export {
  allowBelowFloors,
  type BelowFloor,
  findBelowFloors,
  type FloorFacts,
  type PriceSetter,
  refuseBelowFloors,
  type SetPrice,
} from './floors.ts'
export { costOf, hasCostRule, type UnitCost, unitCostSql } from './unit-cost.ts'
export { registerDealerGroups } from './dealer-groups.ts'
export { pricingExports } from './rule-exports.ts'
export { loadRulePage } from './rule-records.ts'
export { saveGroupRows } from './save-group-rows.ts'
export { emptyRule, mergeRules, openRuleImport, removeRules, type RuleImport, ruleStaging } from './import-rules.ts'
export type { RuleTerms } from './resolve-rule.ts'
export { loadLookup, type RuleLookup } from './rule-lookup.ts'
export { pathSeparator } from './rule-rows.ts'
