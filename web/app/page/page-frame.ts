import { createContext } from 'react'

/**
 * Nonce, CSRF token, styles and origin of the page: set by the renderer, read back from the document in the browser.
 */
export const PageFrame = createContext({ nonce: '', csrf: '', styles: '', publicUrl: '' })
