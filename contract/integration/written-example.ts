/** The reply to a batch of one row. */
export const written = (key: string, status: 'created' | 'updated') => ({
  isWritten: true,
  created: status === 'created' ? 1 : 0,
  updated: status === 'updated' ? 1 : 0,
  unchanged: 0,
  deleted: 0,
  rejected: 0,
  results: [{ row: 0, key, status, error: null, warnings: [] }],
})
