/** Products side by side; without ids, the page that explains it. */
export const comparisonPath = (ids: readonly number[] = []): string =>
  ids.length === 0 ? '/karsilastir' : `/karsilastir?u=${ids.join(',')}`
