import { pageSlugs } from './pages.ts'

/** First path segments that slugs of categories and brands may not use, since they would hide a page or a file. */
export const reservedSlugs = new Set([
  ...pageSlugs,
  'cevrimdisi',
  'sandbox-bank',
  'autocomplete',
  'api',
  'images',
  'assets',
  'feeds',
  'healthz',
  'readyz',
  'metrics',
  'ws',
  'tr',
  'en',
  'robots.txt',
  'sitemap.xml',
  'favicon.ico',
  'icons',
  'sw.js',
  'manifest.webmanifest',
  'apple-touch-icon.png',
])
