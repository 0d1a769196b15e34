/** Public face of what search engines read beside the pages: robots.txt and the sitemaps. */
export { serveSearchEngines } from './routes.ts'
