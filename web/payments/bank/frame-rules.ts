import { isPayingPage } from '#contract/core/pages.ts'

/** A page address with this hash opens the card dialog automatically. */
export const cardHash = '#kart'

/**
 * Whether this window may frame a bank's page: the policy came with the document and survives navigation. Otherwise the
 * page is loaded as a new document and opens the dialog automatically.
 */
export function mayFrameBanks(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return document === undefined || isPayingPage(new URL(document.name).pathname)
}

export function reloadForCard(): void {
  history.replaceState(history.state, '', `${location.pathname}${location.search}${cardHash}`)
  location.reload()
}

/** Whether the address requests the dialog; true only once. */
export function takeCardHash(): boolean {
  if (location.hash !== cardHash) return false
  history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  return true
}
