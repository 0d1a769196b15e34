import type { LucideProps } from 'lucide-react'
import { classes } from './classes.ts'

/**
 * Returns a maker of icons that are drawn from the symbols of a file. The build uses them in place of the library's, with the
 * same properties (cli/build/icon-sprite.ts).
 */
export const spriteIcons = (file: string) => (name: string) =>
  function SpriteIcon({ size = 24, strokeWidth, className, style, ...rest }: Omit<LucideProps, 'ref'>) {
    return (
      <svg
        width={size}
        height={size}
        className={classes('icon', className)}
        style={strokeWidth === undefined ? style : { ...style, strokeWidth }}
        aria-hidden="true"
        {...rest}
      >
        <use href={`${file}#${name}`} />
      </svg>
    )
  }
