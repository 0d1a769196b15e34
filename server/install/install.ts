/** Public face of installing: manifest, icons, service worker and the page without a connection. */
export { serveInstall } from './routes.ts'
