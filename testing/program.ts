import { join } from 'node:path'
import { inject } from 'vitest'

/** A program that tests start as a process of its own. */
export type Program =
  | 'cli/toptan.ts'
  | 'testing/crashing-shop.ts'
  | 'testing/email-process.ts'
  | 'testing/picture-process.ts'
  | 'testing/second-process-caller.ts'

/** The path of the bundled program, which loads faster than its sources. */
export function programPath(program: Program): string {
  return join(inject('programs'), bundledName(program))
}

export const bundledName = (path: string): string => path.replace(/\.ts$/, '.js')
