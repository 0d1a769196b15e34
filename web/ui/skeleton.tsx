import { classes } from './classes.ts'

/** A place where something will stand; give it that thing's size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('block animate-pulse rounded-badge bg-fill', className)} />
}
