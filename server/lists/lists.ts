/** Public face of dealers' lists of products, of what they have bought before, and of suggestions to order again. */
export { computeBoughtTogether, computeIn } from './bought-together.ts'
export { forgetLists, purgeLists } from './forget-lists.ts'
export { sendListMail } from './list-email.ts'
export { enqueueListMails, listMailJob } from './list-mails.ts'
export { serveListFiles } from './list-files.ts'
export { readList, readLists } from './read-list.ts'
export { registerLists } from './routes.ts'
