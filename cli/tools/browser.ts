import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The headless shell comes first: it needs about a third less CPU time for the journeys than the whole browser. */
const paths = [
  '/usr/bin/chromium-headless-shell',
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

/** Debian packages that contain a browser, in the order in which they are tried. */
const packages = ['chromium-headless-shell', 'chromium']

/** Without the networking flags, a browser on a closed network retries its own hosts all the time. */
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
  return [process.env.CHROME_PATH, ...paths].find((path) => path !== undefined && existsSync(path))
}

/** The path of Chromium or Chrome. Installs it as root on Debian or Ubuntu; otherwise throws a one-line error. */
export function ensureBrowser(): string {
  const existing = findBrowser()
  if (existing !== undefined) return existing
  const canInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (canInstall) installBrowser()
  const installed = findBrowser()
  if (installed === undefined) {
    throw new Error('No browser found. Install Chromium or Chrome, or set CHROME_PATH to its program file.')
  }
  return installed
}

function installBrowser(): void {
  console.log('  Installing Chromium for the browser journeys …')
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update'], options)
  packages.some((name) => {
    const { status } = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options)
    return status === 0
  })
}
