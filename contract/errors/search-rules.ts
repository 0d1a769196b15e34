/** Error codes of search rules, each with its HTTP status. */
export const searchRulesErrors = {
  search_rule_not_found: 404,
  search_rule_changed: 409,
  search_rules_full: 422,
  search_rules_file: 422,
} as const
