import { createHash } from 'node:crypto'
import { randomToken } from './secrets.ts'

/** Stands for the nonce in rendered pages: only what the renderer itself wrote carries it. */
export const scriptMark = `script-${randomToken(12)}`

/** A page without marks of the renderer. */
export type FinishedPage = {
  html: string
  /** Sources of the page's inline scripts for its content security policy: `'sha256-…'`. */
  scripts: readonly string[]
}

const nonce = ` nonce="${scriptMark}"`

/**
 * Replaces nonces by hashes, so that a page is the same bytes for all who get it. Scripts that the renderer did not write have
 * no hash and do not run. Scripts load after images and fonts: the page is visible before it is interactive.
 */
export function finishPage(html: string): FinishedPage {
  return {
    // The router has no option for the priority.
    html: html
      .replaceAll(nonce, '')
      .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'),
    scripts: [...hashesOf(html)],
  }
}

function hashesOf(html: string): Set<string> {
  const hashes = new Set<string>()
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf('</script>', start)
    if (start === 0 || end < 0) break
    if (html.slice(at, start).includes(nonce)) hashes.add(hashOf(html.slice(start, end)))
    at = start
  }
  return hashes
}

/** Hashes of scripts that every page contains. */
const knownHashes = new Map<string, string>()
const knownMax = 100
const knownLength = 2000

function hashOf(code: string): string {
  const known = knownHashes.get(code)
  if (known !== undefined) return known
  const hash = `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  // A part of a text keeps the whole text, a page, in memory.
  if (code.length <= knownLength && knownHashes.size < knownMax) knownHashes.set(Buffer.from(code).toString(), hash)
  return hash
}
