import type { FeedValues } from '#contract/shop/feeds.ts'

/** The values of a feed's form, with the problems of its fields. */
export type FeedForm = {
  values: FeedValues
  fields: Readonly<Record<string, string>>
  change(part: Partial<FeedValues>): void
}
