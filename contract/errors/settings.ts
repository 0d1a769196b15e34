/** Error codes of settings, each with its HTTP status. */
export const settingsErrors = {
  setting_unknown: 422,
  settings_changed: 409,
  logo_invalid: 422,
  branch_unknown: 404,
} as const
