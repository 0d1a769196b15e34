/** Public face of the catalog: product lists, product pages, their administration and the index. */
export { registerCatalogAdministration } from '#server/catalog/admin/administration.ts'
export { registerAttributes } from '#server/catalog/attributes/routes.ts'
export { type AttributeLine, loadAttributeLines } from '#server/catalog/attributes/product-attributes.ts'
export { catalogExports } from '#server/catalog/admin/exports.ts'
export { loadBrandRows, loadCategoryRows } from '#server/catalog/admin/queries.ts'
export { countRanOut } from '#server/catalog/admin/ran-out.ts'
export { type CatalogVersion, loadCatalogVersion } from './catalog-clock.ts'
export { loadOfferedProducts } from '#server/catalog/admin/product-list.ts'
export { type Catalog, openCatalog } from './open-catalog.ts'
export type { CatalogIndex } from '#server/catalog/index/catalog-index.ts'
export { createPause } from '#server/catalog/index/pause.ts'
export { createPieceFinder, type PieceFinder, type PieceMatch } from '#server/catalog/index/text/piece-match.ts'
export {
  type SitemapProduct,
  sitemapPartSize,
  sitemapParts,
  listedPagePaths,
  loadSitemapProducts,
} from '#server/catalog/list/sitemap-pages.ts'
export { deleteCosts, type NewCost, saveCosts } from './product/save-costs.ts'
export { loadCosts } from '#server/catalog/product/product-costs.ts'
export { findEquivalents } from '#server/catalog/product/find-equivalents.ts'
export { loadProducts } from '#server/catalog/product/load-products.ts'
export type { PresentOptions } from '#server/catalog/product/present-prices.ts'
export {
  type BatchProduct,
  countProductBatch,
  loadProductBatch,
  type ProductBatch,
  type Selection,
  withDescendants,
} from '#server/catalog/product/product-batches.ts'
export { pickProducts } from '#server/catalog/list/pick-products.ts'
export { saveBrandRows } from '#server/catalog/labels/save-brand-rows.ts'
export { saveCategoryRows } from '#server/catalog/labels/save-category-rows.ts'
export { nearestInCatalog, pagePathIn } from '#server/catalog/list/search-administration.ts'
export { registerPriceLists } from '#server/catalog/price-lists/price-lists.ts'
export { priceListExports } from '#server/catalog/price-lists/price-list-exports.ts'
export { priceChangeExport } from '#server/catalog/price-changes/change-exports.ts'
export { purgePriceChanges } from '#server/catalog/price-changes/list-changes.ts'
export { registerPriceChanges } from '#server/catalog/price-changes/price-changes.ts'
export { type LineProblem, programChanges } from '#server/catalog/price-changes/program-changes.ts'
export type { PricesWritten } from '#server/catalog/price-changes/program-step.ts'
export { startPublications } from '#server/catalog/price-changes/publish-due.ts'
export { registerProductForm } from '#server/catalog/admin/product-form.ts'
export { purgePictures } from '#server/catalog/admin/product-pictures.ts'
export { joinPictures, savePictures } from '#server/catalog/admin/save-pictures.ts'
export { registerCatalog } from './routes.ts'
export { isOnSale } from '#server/catalog/list/sql-conditions.ts'
