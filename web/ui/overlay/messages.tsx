/** The markup of alerts and toasts. It is loaded after the page, or when the first one is shown. */
export { AlertDialog } from './alert-dialog.tsx'
export { ToastCard } from './toast-card.tsx'
