/** Public face of price rules and groups of dealers (docs/decisions/075). `settings` has the rules in memory. */
export { registerPriceRules } from './administration.ts'
export { registerDealerGroups } from './dealer-groups.ts'
export { pricingExports } from './rule-exports.ts'
export { emptyRule, mergeRules, openRuleImport, type RuleImport, ruleStaging } from './import-rules.ts'
export type { RuleTerms } from './resolve-rule.ts'
