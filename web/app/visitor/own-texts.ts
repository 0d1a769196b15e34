import { useContext } from 'react'
import { type OwnTexts, PageFrame } from '#web/app/page/page-frame.ts'

/**
 * What stands for the own texts while a page is rendered that visitors share; undefined otherwise. Without code in the browser,
 * which always shows the visitor's own.
 */
export const useOwnTexts: () => OwnTexts | undefined = import.meta.env.SSR
  ? () => useContext(PageFrame).ownTexts
  : () => undefined
