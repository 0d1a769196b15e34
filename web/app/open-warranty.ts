/** A window event that opens the inquiry from anywhere on a page, including the store's own scripts. */
export const warrantyEvent = 'openWarrantyInquiry'

/** Opens the warranty inquiry above the current page (specification, other document, section 2). */
export function openWarrantyInquiry(): void {
  window.dispatchEvent(new Event(warrantyEvent))
}
