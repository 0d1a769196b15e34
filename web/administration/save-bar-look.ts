/** The bar at the bottom of a long form that shows unsaved changes, as wide as its page or form. */
export const saveBar =
  'sticky bottom-0 z-10 -mx-6 -mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-6 py-3 shadow-float max-sm:-mx-4 max-sm:px-4 2xl:bottom-4 2xl:mx-0 2xl:mb-0 2xl:rounded-panel 2xl:border 2xl:px-4'
