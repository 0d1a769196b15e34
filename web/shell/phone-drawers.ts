/** Loaded together when one of them opens: one file instead of two. */
export { AccountDrawer } from './account-drawer.tsx'
export { CategoryDrawer } from './category-drawer.tsx'
