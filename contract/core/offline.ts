/** The page that the service worker shows without a connection. */
export const offlinePath = '/cevrimdisi'
