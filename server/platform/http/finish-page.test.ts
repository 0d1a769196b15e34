import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { finishPage, scriptMark } from './finish-page.ts'

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

test('the renderer’s scripts get hashes instead of nonces, each once', () => {
  const { html, scripts } = finishPage(
    `<script nonce="${scriptMark}">a()</script><script nonce="${scriptMark}" type="module" async="">import "/b.js";\nb("ş")</script><script id="x" nonce="${scriptMark}">a()</script>`,
  )
  expect(html).toBe(
    '<script>a()</script><script type="module" async="">import "/b.js";\nb("ş")</script><script id="x">a()</script>',
  )
  expect(scripts).toEqual([hash('a()'), hash('import "/b.js";\nb("ş")')])
})

test('scripts that the renderer did not write have no hash', () => {
  for (const foreign of [
    '<script>evil()</script>',
    '<script nonce="script-guessed">evil()</script>',
    '<p>nonce="<script>evil()</script>"</p>',
    '<script type="application/ld+json">{"a":1}</script>',
  ]) {
    const { html, scripts } = finishPage(`${foreign}<script nonce="${scriptMark}">a()</script>`)
    expect(html).toBe(`${foreign}<script>a()</script>`)
    expect(scripts).toEqual([hash('a()')])
  }
})

test('scripts are preloaded behind images', () => {
  const { html } = finishPage(`<link rel="modulepreload" href="/a.js" nonce="${scriptMark}"/>`)
  expect(html).toBe('<link rel="modulepreload" fetchpriority="low" href="/a.js"/>')
})
