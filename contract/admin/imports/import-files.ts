import { fold } from '#domain/text/text.ts'

/** Maximum files of an import, bytes of each file, and bytes of the pieces in which it is uploaded. */
export const importFilesMax = 5
export const importFileBytesMax = 100 * 1024 * 1024
export const importPieceBytes = 4 * 1024 * 1024

/** Endings of file names that the form accepts. The format itself is detected from the content. */
export const importFileEndings = [
  '.csv',
  '.tsv',
  '.txt',
  '.json',
  '.jsonl',
  '.xlsx',
  '.xls',
  '.html',
  '.xml',
  '.gz',
] as const

export const mayBeImported = (name: string): boolean =>
  importFileEndings.some((ending) => name.toLowerCase().endsWith(ending))

/** Whether a file probably contains units, judging by its name. The form preselects it; the user can change it. */
export const looksLikeUnits = (name: string): boolean => /birim|unit/.test(fold(name))
