/** The panel of a list's table, which takes the whole width of a phone. */
export const adminTable =
  'overflow-x-auto rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0'

/** A row that leads somewhere as a whole; a card where the window is narrow (its columns are the list's own). */
export const adminRow =
  'relative border-b border-line last:border-0 hover:bg-hover max-xl:grid max-xl:gap-x-3 max-xl:gap-y-1 max-xl:p-3 xl:h-13 xl:[&>td]:py-1.5'
