#!/usr/bin/env node
// Runs under any Node and hands over to the Node that comes with the packages.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const bundled = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
const command = fileURLToPath(new URL('toptan.ts', import.meta.url))
const child = spawn(existsSync(bundled) ? bundled : process.execPath, [command, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
