import { createContext } from 'react'

/** The texts of the frame that differ between visitors who share a page (docs/decisions/101-dealers-share-pages.md). */
export type OwnTexts = { name: string; detail: string; cartLines: string; cartBadge: string }

type Frame = {
  nonce: string
  csrf: string
  styles: string
  stylesheets: readonly string[]
  publicUrl: string
  /** The script with the page's texts, which the entry point imports. On the server only. */
  wordFile?: string | undefined
  /** JSON of an `OwnVisitor`, on pages that visitors share. */
  ownData?: string | undefined
  /** Stand for the visitor's own texts while a shared page is rendered. */
  ownTexts?: OwnTexts | undefined
}

/** Nonce, CSRF token, styles (as text, or addresses of files) and origin of the page: set by the renderer, read back from the document in the browser. */
export const PageFrame = createContext<Frame>({
  nonce: '',
  csrf: '',
  styles: '',
  stylesheets: [],
  publicUrl: '',
})
