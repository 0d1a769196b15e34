import { execFile } from 'node:child_process'
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '#cli/root.ts'

const run = promisify(execFile)

/** The files of another version, with the packages of this one. */
export type Checkout = {
  folder: string
  /** Runs its command line and returns what it prints. Throws if it fails. */
  toptan(args: readonly string[], env: Record<string, string>): Promise<string>
  remove(): Promise<void>
}

/** Copies a version out of git into a temporary folder. Throws if git does not know `ref`. */
export async function checkOut(ref: string): Promise<Checkout> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'toptan-version-'))
  const archive = join(folder, 'version.tar')
  await run('git', ['archive', `--output=${archive}`, ref], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  await symlink(await realpath(join(root, 'node_modules')), join(folder, 'node_modules'))
  return {
    folder,
    async toptan(args, env) {
      const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 }
      const { stdout, stderr } = await run(process.execPath, ['cli/toptan.ts', ...args], options)
      return stdout + stderr
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
