/** Public face of notes: threads between a dealer and the store about orders, offers and fault reports. */
export { noteFilesFolder, purgeNoteFiles } from './files.ts'
export { enqueueNoteMails, noteMailJob } from './due-mails.ts'
export { sendNoteMail } from './note-email.ts'
export { registerNotes } from './routes.ts'
export { serveNoteFiles } from './serve-files.ts'
