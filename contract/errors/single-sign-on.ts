/** Error codes of single sign-on, each with its HTTP status. */
export const singleSignOnErrors = {
  sso_domain_unknown: 422,
  sso_unavailable: 502,
  sso_expired: 409,
  sso_refused: 403,
  sso_cancelled: 403,
  sso_email_unverified: 403,
  sso_user_unknown: 403,
  sso_other_identity: 403,
  password_off: 403,
  identity_provider_not_found: 404,
  identity_provider_changed: 409,
} as const
