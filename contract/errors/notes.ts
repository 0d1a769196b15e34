/** Error codes of notes, each with its HTTP status. */
export const notesErrors = {
  note_subject_not_found: 404,
  note_file_invalid: 422,
  note_file_missing: 422,
  notes_full: 409,
} as const
