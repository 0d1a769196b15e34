import { classes } from './classes.ts'

/** A placeholder for loading content; give it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('block animate-pulse rounded-badge bg-fill', className)} />
}
