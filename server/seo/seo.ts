/** Public face of search engine support: robots.txt and the sitemaps. */
export { serveSearchEngines } from './routes.ts'
