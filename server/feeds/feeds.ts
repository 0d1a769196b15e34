/** Public face of dealers' feeds: their catalog as files at secret addresses. */
export { tokenBinding, tokenHash } from './feed-rows.ts'
export { resealFeedTokens, sealedFeedTokens } from './manage-feeds.ts'
export { registerFeedCalls } from './routes.ts'
export { scrubFeedTokens, serveFeeds } from './serve-feeds.ts'
