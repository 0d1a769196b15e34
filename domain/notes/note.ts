/** What a thread of notes can be about. */
export const noteKinds = ['order', 'offer', 'fault_report', 'return'] as const
export type NoteKind = (typeof noteKinds)[number]

export const noteSides = ['dealer', 'store'] as const
export type NoteSide = (typeof noteSides)[number]

export const noteTextMax = 4000
export const noteFilesMax = 5
/** Notes of a thread; more indicates a script. */
export const notesMax = 500

/** Seconds without a new note after which the other side gets one email, and the longest time that it waits for it. */
export const noteQuietSeconds = 90
export const noteDelaySeconds = 600

/** A note says something or shows a file. */
export const isEmptyNote = ({ text, files }: { text: string; files: readonly unknown[] }): boolean =>
  text === '' && files.length === 0

/** The side that is notified of a note; null: no side. */
export function notifiedSide({ side, isInternal }: { side: NoteSide; isInternal: boolean }): NoteSide | null {
  if (isInternal) return null
  return side === 'dealer' ? 'store' : 'dealer'
}
