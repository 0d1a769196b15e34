import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '#cli/root.ts'

/** Runs a tool of node_modules/.bin under this Node. Prints its output and throws only if it fails. */
export async function runStep(title: string, command: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const started = performance.now()
  // Prints whole lines, because other steps may run at the same time.
  console.log(`  ${title} …`)
  const { code, output } = await runTool(command, { env, isQuiet: true })
  const result = code === 0 ? `${((performance.now() - started) / 1000).toFixed(1)} s` : `failed\n${output}`
  console.log(`  ${title}: ${result}`)
  if (code !== 0) throw new Error(`${title}: ended with code ${code}`)
}

/** Lets tools find each other, and shares Node's compile cache: some tests start the shop dozens of times. */
const toolEnvironment = {
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
}

type RunOptions = { env?: NodeJS.ProcessEnv; isQuiet?: boolean }

/** Runs a tool and returns its exit code. Its output goes to this terminal unless `isQuiet`. */
export function runTool(command: readonly string[], { env = {}, isQuiet = false }: RunOptions = {}) {
  const [tool = '', ...args] = command
  const isWindows = process.platform === 'win32'
  const path = join(root, 'node_modules/.bin', isWindows ? `${tool}.cmd` : tool)
  const child = spawn(path, args, {
    cwd: root,
    shell: isWindows,
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...toolEnvironment, ...env },
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk))
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve({ code: code ?? 1, output }))
  })
}
