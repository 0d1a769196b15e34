import { createContext } from 'react'

/** Nonce and CSRF token of the page: given by the renderer, read back from the document in the browser. */
export const PageFrame = createContext<{ nonce: string; csrf: string }>({ nonce: '', csrf: '' })
