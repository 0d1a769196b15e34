/** `waiting`: for a second person. `undone`: was published and then reversed. */
export const priceChangeStates = ['draft', 'waiting', 'scheduled', 'published', 'undone'] as const
export type PriceChangeState = (typeof priceChangeStates)[number]

/** Which rows of a change are listed. */
export const priceChangeShows = [
  'all',
  'dearer',
  'cheaper',
  'new',
  'removed',
  'currency',
  'other',
  /** More than `over` percent away from the present price. */
  'large',
  'belowCost',
  'belowFloor',
  /** The list's price has changed since the row was made. */
  'conflict',
  /** Not changed when the draft was published. */
  'left',
] as const
export type PriceChangeShow = (typeof priceChangeShows)[number]
/** `rise`: the greatest increase first; `fall`: the greatest reduction first; `change`: the greatest of both. */
export const priceChangeSorts = ['change', 'rise', 'fall', 'code'] as const
