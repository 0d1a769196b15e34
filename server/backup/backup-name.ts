const pattern = /^toptan-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** The folder of a backup: its time in UTC. */
export function backupName(at: Date): string {
  return `toptan-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`
}

export const isBackupName = (name: string): boolean => pattern.test(name)

/** When the backup of this name was made; null for other names. */
export function timeOfBackup(name: string): Date | null {
  const parts = pattern.exec(name)
  if (parts === null) return null
  const [, year, month, day, hour, minute, second] = parts
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
