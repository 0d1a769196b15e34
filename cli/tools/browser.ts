import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Without these a browser on a closed network asks hosts of its own all the time. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function findBrowser(): string | undefined {
  return [process.env.CHROME_PATH, ...places].find((path) => path !== undefined && existsSync(path))
}

/** The machine's Chromium or Chrome; installed where that is possible. Throws one clear line where it is not. */
export function ensureBrowser(): string {
  const known = findBrowser()
  if (known !== undefined) return known
  const canInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (canInstall) {
    console.log('  Installing Chromium for the browser journeys …')
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    spawnSync('apt-get', ['update'], options)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
  }
  const installed = findBrowser()
  if (installed === undefined) {
    throw new Error('No browser found: install Chromium or Chrome, or set CHROME_PATH to its program file.')
  }
  return installed
}
