import { pages } from './pages.ts'

/** The cart as a file. */
export const cartFilePath = (format: 'xlsx' | 'pdf'): string => `${pages.cart}.${format}`

/** The parameter of the order pad's address with the token of lines that a colleague has passed on. */
export const sharedDraftParameter = 'paylasilan'

/** The page that a link of passed-on lines opens. */
export const sharedDraftPath = (token: string): string =>
  `${pages.orderPad}?${sharedDraftParameter}=${encodeURIComponent(token)}`
