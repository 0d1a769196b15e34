/** A backup cannot be made, read or restored. The message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** The stored bytes are not those that were written. */
export const damaged = (what: string): BackupError =>
  new BackupError(`${what} Take an older one: "toptan backup list", or the folders beside it.`)
