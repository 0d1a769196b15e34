/** What only the grid view shows: it is loaded with the first list in that view. */
export { FilterPanel } from '#web/catalog/list/filters/filter-panel.tsx'
export { GridSkeleton, ProductGrid } from './product-grid.tsx'
