import { rename, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a process believes about the world. */
export type World = {
  /** Milliseconds by which its clock is wrong. */
  clock: number
  /** Whether names are resolved. */
  hasNames: boolean
}

/** Names below it are this machine, for processes under control. */
export const controlledDomain = '.faults.example'

/** Milliseconds between two looks of a process at its file. */
export const lookEvery = 50

/** A handle on processes that start with `env`: their clock, and whether they can resolve names. */
export type Control = {
  env: NodeJS.ProcessEnv
  /** Resolves when the processes have seen the change. */
  set(world: Partial<World>): Promise<void>
}

export async function controlFile(path: string): Promise<Control> {
  let current: World = { clock: 0, hasNames: true }
  const save = async () => {
    await writeFile(`${path}.part`, JSON.stringify(current))
    await rename(`${path}.part`, path)
  }
  await save()
  const program = pathToFileURL(join(import.meta.dirname, 'preload.ts')).href
  const options = [process.env.NODE_OPTIONS, `--import=${program}`].filter(Boolean).join(' ')
  return {
    env: { NODE_OPTIONS: options, FAULTS_CONTROL: path },
    async set(world) {
      current = { ...current, ...world }
      await save()
      await sleep(lookEvery * 3)
    },
  }
}
