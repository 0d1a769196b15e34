/** Error codes of dealers' feeds, each with its HTTP status. */
export const feedsErrors = {
  feeds_full: 422,
  feed_limit: 429,
  feed_busy: 429,
} as const
