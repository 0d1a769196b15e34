/** Class names of a button with an icon that opens a menu. */
export const menuButton =
  'inline-flex size-8 items-center justify-center rounded-control border border-transparent text-ink-2 hover:bg-hover hover:text-ink aria-expanded:bg-hover max-sm:size-11 pointer-coarse:size-11'
