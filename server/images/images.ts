import { mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ImageBox, imageBoxNamed } from '#contract/core/image-sizes.ts'
import { cacheBytesMax, type ImageOptions } from './image-folders.ts'
import { openImageCache } from './image-cache.ts'
import { type ImageFile, locateImage } from './locate-image.ts'
import { imageKey, openSizedImages, type SizedImages } from './sized-images.ts'

export { checkImages, type ImageCheck } from './check-images.ts'
export { drawIcon } from './draw-icon.ts'
export { encodeLogo } from './encode-logo.ts'
export { encodePhoto } from './encode-photo.ts'
export { encodePicture } from './encode-picture.ts'
export { imageFolders } from './image-folders.ts'
export { locateImage } from './locate-image.ts'
export { saveUpload } from './save-upload.ts'
export { hasPicture, inspectPicture, pictureFormatOf, storePicture } from './store-picture.ts'
export { loadUsedImages } from './queries.ts'
export { warmImages } from './warm-images.ts'

/** A replaced picture is visible after a day at most, or immediately after a reload. */
const cacheControl = 'public, max-age=86400, stale-while-revalidate=86400'
const missingCacheControl = 'public, max-age=60'

/** Prevents an SVG opened by its URL from running scripts or loading files. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * Serves pictures under /images/: the original file, or with `?fit=280x229` a smaller WebP (docs/decisions, 011).
 * Missing and broken pictures answer 404; the page then shows /images/404.png.
 */
export async function serveImages(app: FastifyInstance, options: ImageOptions): Promise<void> {
  const { folders, cacheFolder, cacheMegabytes } = options
  mkdirSync(folders[0], { recursive: true })
  const cache = openImageCache(cacheFolder, cacheBytesMax(cacheMegabytes))
  const sized = openSizedImages(cache, (error) => app.log.warn({ err: error }, 'could not cache an image'))
  await app.register(fastifyStatic, { root: folders[0], serve: false })
  app.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>('/images/*', async (request, reply) => {
    const { fit } = request.query
    const box = fit === undefined ? null : imageBoxNamed(fit)
    const file = fit !== undefined && box === null ? null : await locateImage(folders, request.params['*'])
    if (file === null) return sendMissing(reply)
    reply.headers({
      'content-security-policy': policy,
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': cacheControl,
    })
    return box === null ? sendOriginal(reply, file) : sendSized(request, reply, { file, box, sized })
  })
}

function sendMissing(reply: FastifyReply) {
  reply.header('cache-control', missingCacheControl)
  return reply.callNotFound()
}

function sendOriginal(reply: FastifyReply, file: ImageFile) {
  return reply.sendFile(basename(file.path), dirname(file.path), { cacheControl: false })
}

type ImageRequest = { file: ImageFile; box: ImageBox; sized: SizedImages }

async function sendSized(request: FastifyRequest, reply: FastifyReply, { file, box, sized }: ImageRequest) {
  const etag = `"${imageKey(file, box)}"`
  if (request.headers['if-none-match']?.includes(etag)) return reply.header('etag', etag).code(304).send()
  const content = await sized.encode(file, box)
  if (content === null) return sendMissing(reply)
  return reply.header('etag', etag).type('image/webp').send(content)
}
