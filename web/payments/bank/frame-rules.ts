import { isPayingPage } from '#contract/core/pages.ts'

/** What a page's address ends with where the card dialog is to open by itself. */
export const cardHash = '#kart'

/**
 * Whether a bank's page may stand in this window: its rules came with its document, and steps since then have kept them.
 * Else the same page is loaded as a document of its own, and opens the dialog by itself.
 */
export function mayFrameBanks(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return document === undefined || isPayingPage(new URL(document.name).pathname)
}

export function reloadForCard(): void {
  history.replaceState(history.state, '', `${location.pathname}${location.search}${cardHash}`)
  location.reload()
}

/** Whether the address asks for the dialog; it is asked for once. */
export function takeCardHash(): boolean {
  if (location.hash !== cardHash) return false
  history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  return true
}
