import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { imageBoxes, sizedImage } from '#contract/core/image-sizes.ts'
import { blank, get, encodedSize, testPath, put, script, sized, statusesOf, useTestImages } from './test-images.ts'

useTestImages()

describe('GET /images/*', () => {
  test('serves the original file, from the store’s folder before the program’s', async () => {
    const content = await blank(30, 20).png().toBuffer()
    await writeFile(testPath('program', 'a.png'), 'the other')
    await writeFile(testPath('program', 'b.png'), content)
    await put('a.png', content)
    for (const name of ['a.png', 'b.png']) {
      const response = await get(`/images/${name}`)
      expect(response.rawPayload.equals(content)).toBe(true)
      expect(response.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=86400, stale-while-revalidate=86400',
      })
    }
  })

  test('fits images into each listed size without enlarging them', async () => {
    await put('wide.jpg', await blank(2000, 1000).jpeg().toBuffer())
    await put('tall.png', await blank(300, 900).png().toBuffer())
    await put('small.webp', await blank(50, 40).webp().toBuffer())
    expect([await encodedSize('wide.jpg'), await encodedSize('tall.png'), await encodedSize('small.webp')]).toEqual([
      'webp 280x140',
      'webp 76x229',
      'webp 50x40',
    ])
    for (const box of imageBoxes) {
      const response = await get(sizedImage('/images/wide.jpg', box))
      const { width, height } = await sharp(response.rawPayload).metadata()
      expect({ box, fits: width <= box[0] && height <= box[1] }).toEqual({ box, fits: true })
      expect(width === box[0] || height === box[1]).toBe(true)
    }
  })

  test('serves only the listed sizes and encodes nothing for others', async () => {
    await put('a.png', await blank(30, 20).png().toBuffer())
    const fits = ['281x229', '0x0', '280X229', '280', '280x229x1', '-1', '99999x99999', '']
    const urls = [...fits.map((fit) => `/images/a.png?fit=${fit}`), '/images/a.png?fit=48x48&fit=80x80']
    expect(new Set(await statusesOf(urls))).toEqual(new Set([404]))
    expect(await readdir(testPath())).not.toContain('cache')
  })

  test('encodes an image once for concurrent requests and caches it', async () => {
    await put('a.jpg', await blank(800, 800).jpeg().toBuffer())
    const responses = await Promise.all(Array.from({ length: 20 }, () => sized('a.jpg')))
    expect(new Set(responses.map(({ statusCode, headers }) => `${statusCode} ${String(headers['etag'])}`)).size).toBe(1)
    const cachedFiles = async () =>
      (await readdir(testPath('cache'), { recursive: true })).filter((name) => name.includes('.'))
    expect(await cachedFiles()).toEqual([expect.stringMatching(/[0-9a-f]{40}\.webp$/)])
    await rm(testPath('cache'), { recursive: true })
    expect((await sized('a.jpg')).statusCode).toBe(200)
  })

  test('encodes a replaced file again and answers 304 for an unchanged one', async () => {
    await put('a.png', await blank(300, 300, '#ff0000').png().toBuffer())
    const first = await sized('a.png')
    const etag = String(first.headers['etag'])
    const again = await get('/images/a.png?fit=280x229', { 'if-none-match': etag })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    await put('a.png', await blank(300, 300, '#00ff00').png().toBuffer())
    await utimes(testPath('shop', 'a.png'), new Date(), new Date(Date.now() + 5000))
    const second = await get('/images/a.png?fit=280x229', { 'if-none-match': etag })
    expect(second.statusCode).toBe(200)
    const { dominant } = await sharp(second.rawPayload).stats()
    expect(dominant.g).toBeGreaterThan(200)
  })

  test('finds files with non-ASCII names', async () => {
    const content = await blank(9, 9).png().toBuffer()
    const names = ['Çekiç Şeridi (2).png', '%50 indirim.png', "100% + a&b='c'.png", 'İğne.PNG']
    for (const name of names) await put(name, content)
    // macOS writes decomposed names.
    await put('üçgen.png'.normalize('NFD'), content)
    await mkdir(testPath('shop', 'alt klasör'))
    await put('alt klasör/a.png', content)
    const urls = [...names, 'üçgen.png'].map((name) => `/images/${encodeURIComponent(name)}`)
    expect(await statusesOf([...urls, '/images/alt%20klas%C3%B6r/a.png'])).toEqual(urls.concat('').map(() => 200))
    expect((await sized(encodeURIComponent('%50 indirim.png'))).statusCode).toBe(200)
  })
})

describe('image paths', () => {
  test('never lead outside the folders, to hidden files or to non-image files', async () => {
    const content = await blank(9, 9).png().toBuffer()
    await writeFile(testPath('secret.png'), content)
    await put('.hidden.png', content)
    await put('page.html', script)
    await put('shell.php', '<?php')
    await put('no-ending', content)
    await mkdir(testPath('shop', '.git'))
    await put('.git/a.png', content)
    await mkdir(testPath('shop', 'folder.png'))
    await symlink(testPath('secret.png'), testPath('shop', 'link.png'))
    await symlink(testPath(), testPath('shop', 'up'))
    const paths = [
      '..%2fsecret.png',
      '%2e%2e/secret.png',
      '%2e%2e%5csecret.png',
      'a/..%2f..%2fsecret.png',
      '/secret.png',
      '.hidden.png',
      '.git/a.png',
      'page.html',
      'shell.php',
      'no-ending',
      'folder.png',
      'link.png',
      'up/secret.png',
      '',
      '%00.png',
      'a%00.png',
      'nothing.png',
      `${'a'.repeat(5000)}.png`,
      'a.png/b.png',
      '*.png',
      '..png',
    ]
    const urls = paths.flatMap((path) => [`/images/${path}`, `/images/${path}?fit=48x48`])
    expect(new Set(await statusesOf(urls))).toEqual(new Set([404]))
    expect((await get('/images/a.png')).headers['cache-control']).toBe('public, max-age=60')
  })

  test('may start with a symbolic link to the image folder', async () => {
    await mkdir(testPath('share'))
    await writeFile(testPath('share', 'a.png'), await blank(9, 9).png().toBuffer())
    await rm(testPath('shop'), { recursive: true })
    await symlink(testPath('share'), testPath('shop'))
    expect((await get('/images/a.png')).statusCode).toBe(200)
  })
})
