/** Anything on a page may ask for the inquiry by this event of the window, scripts of the store's own too. */
export const warrantyEvent = 'openWarrantyInquiry'

/** Opens the warranty inquiry above whatever page is shown (specification, other document, section 2). */
export function openWarrantyInquiry(): void {
  window.dispatchEvent(new Event(warrantyEvent))
}
