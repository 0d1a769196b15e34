/** Public face of the catalog: products, lists and the index behind them. */
export { registerCatalogAdministration } from './administration.ts'
export { catalogExports } from './administration-export.ts'
export { loadCategoryLines } from './administration-queries.ts'
export { offeredProducts } from './administration-products.ts'
export { type Catalog, openCatalog } from './open-catalog.ts'
export {
  type ListedProduct,
  listedPartSize,
  listedParts,
  listedPlaces,
  loadListedProducts,
} from './listed-addresses.ts'
export { loadProducts } from './load-products.ts'
export { pickProducts } from './pick-products.ts'
export { registerProductForm } from './product-form.ts'
export { purgePictures } from './product-pictures.ts'
export { registerCatalog } from './routes.ts'
export { isOnSale } from './sql-conditions.ts'
