import { migrationsFolder } from '#db/migrations-folder.ts'
import { requireMigrations } from '#server/platform/db/migrate.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import type { ListedFile } from '#server/backup/make/copy-files.ts'
import { checkPart, type PartPlace, readPart } from '#server/backup/parts/part-files.ts'

/**
 * Reads every byte of a backup before anything is changed. Throws BackupError for a part that is missing, cut off or changed,
 * and MigrationError if the backup is of a newer version of the program.
 */
export async function checkBackup(place: PartPlace, manifest: Manifest): Promise<void> {
  await requireMigrations(manifest.migrations, migrationsFolder)
  for (const { part } of [...manifest.tables, manifest.jobs]) await checkPart(place, part)
  await checkPart(place, manifest.files.list)
  for await (const { part } of listedFiles(place, manifest)) await checkPart(place, part)
}

/** The files of a backup, one after the other. */
export async function* listedFiles(place: PartPlace, { files }: Manifest): AsyncGenerator<ListedFile> {
  let rest = ''
  for await (const piece of readPart(place, files.list.path, { isPacked: true }).setEncoding('utf8')) {
    const lines = `${rest}${String(piece)}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as ListedFile
  }
}
