import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterEach, beforeEach, expect } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { folderStore } from '#server/platform/files/folder-store.ts'
import { serveImages } from './images.ts'

let app: FastifyInstance
let folder: { path: string; remove(): Promise<void> }

/** Uses empty folders for the store's and the program's pictures in each test. */
export function useTestImages(): void {
  beforeEach(async () => {
    folder = await temporaryFolder()
    await mkdir(testPath('shop'))
    await mkdir(testPath('program'))
    app = Fastify()
    const folders = [testStore('shop'), testStore('program')] as const
    serveImages(app, { folders, cacheFolder: testPath('cache') })
  })
  afterEach(async () => {
    await app.close()
    await folder.remove()
  })
}

/** A path in the temporary folder of the test. */
export const testPath = (...parts: string[]) => join(folder.path, ...parts)
export const testStore = (name: string) => folderStore(testPath(name), testPath('work'))
export const put = (name: string, content: Buffer | string) => writeFile(testPath('shop', name), content)
export const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
export const sized = (name: string) => get(`/images/${name}?fit=280x229`)

export async function statusesOf(urls: readonly string[]): Promise<number[]> {
  const responses = await Promise.all(urls.map((url) => get(url)))
  return responses.map(({ statusCode }) => statusCode)
}

export const blank = (width: number, height: number, background = '#c00') =>
  sharp({ create: { width, height, channels: 3, background } })

/** The encoded images of a file. */
export async function encoded(name: string) {
  const response = await sized(name)
  expect({ name, status: response.statusCode, type: response.headers['content-type'] }).toEqual({
    name,
    status: 200,
    type: 'image/webp',
  })
  return sharp(response.rawPayload)
}

export async function encodedSize(name: string): Promise<string> {
  const { format, width, height } = await (await encoded(name)).metadata()
  return `${format} ${width}x${height}`
}

export const script = '<script>alert(1)</script>'
