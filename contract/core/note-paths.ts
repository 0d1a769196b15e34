/** A file of a note, for its dealer and for administrators. */
export const noteFilePath = (file: string): string => `/account/notes/${file}`
