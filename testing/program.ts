import { join } from 'node:path'
import { root } from '#cli/root.ts'

/** A program that tests start as a process of its own. */
export type Program =
  | 'cli/toptan.ts'
  | 'testing/crashing-shop.ts'
  | 'testing/email-process.ts'
  | 'testing/picture-process.ts'
  | 'testing/second-process-caller.ts'

/** Names the folder of the bundled programs, in this process and its children. */
export const programsVariable = 'TOPTAN_TEST_PROGRAMS'

/** The path of the bundled program, which loads faster than its sources; that of the sources if none is bundled. */
export function programPath(program: Program): string {
  const folder = process.env[programsVariable]
  return folder === undefined ? join(root, program) : join(folder, bundledName(program))
}

export const bundledName = (path: string): string => path.replace(/\.ts$/, '.js')
