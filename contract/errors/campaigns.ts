/** Error codes of campaigns, each with its HTTP status. */
export const campaignsErrors = {
  campaign_not_found: 404,
  campaign_changed: 409,
} as const
