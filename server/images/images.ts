import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ImageBox, imageBoxNamed } from '#contract/core/image-sizes.ts'
import { cacheBytesMax, type ImageOptions } from './image-folders.ts'
import { openImageCache } from './image-cache.ts'
import { type ImageFile, locateImage } from './locate-image.ts'
import { isUnchanged, lastModified, type Version, wantedRange } from './ranges.ts'
import { imageKey, openSizedImages, type SizedImages } from './sized-images.ts'

export { checkImages, type ImageCheck } from './check-images.ts'
export { drawIcon } from './draw-icon.ts'
export { encodeLogo } from './encode-logo.ts'
export { encodePhoto } from './encode-photo.ts'
export { encodePicture } from './encode-picture.ts'
export { imageFolders, imagesIn } from './image-folders.ts'
export { locateImage } from './locate-image.ts'
export { saveUpload } from './save-upload.ts'
export { hasPicture, inspectPicture, pictureFormatOf, storePicture } from './store-picture.ts'
export { loadUsedImages } from './queries.ts'
export { warmImages } from './warm-images.ts'

/** A replaced picture is visible after a day at most, or immediately after a reload. */
const cacheControl = 'public, max-age=86400, stale-while-revalidate=86400'
const missingCacheControl = 'public, max-age=60'

/** Prevents an SVG opened by its URL from running scripts or loading files. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"

/**
 * Serves pictures under /images/: the original file, or with `?fit=280x229` a smaller WebP (docs/decisions, 011).
 * Missing and broken pictures answer 404; the page then shows /images/404.png.
 */
export function serveImages(app: FastifyInstance, options: ImageOptions): void {
  const { folders, cacheFolder, cacheMegabytes } = options
  const cache = openImageCache(cacheFolder, cacheBytesMax(cacheMegabytes))
  const sized = openSizedImages(cache, (error) => app.log.warn({ err: error }, 'could not cache an image'))
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
    return box === null ? sendOriginal(request, reply, file) : sendSized(request, reply, { file, box, sized })
  })
}

function sendMissing(reply: FastifyReply) {
  reply.header('cache-control', missingCacheControl)
  return reply.callNotFound()
}

async function sendOriginal(request: FastifyRequest, reply: FastifyReply, { store, key, type, ...facts }: ImageFile) {
  const etag = `"${facts.bytes.toString(16)}-${Math.round(facts.changedAt).toString(16)}"`
  const version = { etag, changedAt: facts.changedAt }
  addVersion(reply, version)
  if (isUnchanged(request, version)) return reply.code(304).send()
  if (wantedRange(request, version, facts.bytes) !== null) {
    const content = await store.get(key)
    return content === null ? sendMissing(reply) : sendContent(request, reply.type(type), { content, version })
  }
  const file = await store.open(key)
  if (file === null) return sendMissing(reply)
  return reply.header('content-length', file.bytes).type(type).send(file.content)
}

type ImageRequest = { file: ImageFile; box: ImageBox; sized: SizedImages }

async function sendSized(request: FastifyRequest, reply: FastifyReply, { file, box, sized }: ImageRequest) {
  const version = { etag: `"${imageKey(file, box)}"`, changedAt: file.changedAt }
  if (isUnchanged(request, version)) return addVersion(reply, version).code(304).send()
  const content = await sized.encode(file, box)
  if (content === null) return sendMissing(reply)
  return sendContent(request, addVersion(reply, version).type('image/webp'), { content, version })
}

const addVersion = (reply: FastifyReply, version: Version) =>
  reply.headers({ etag: version.etag, 'last-modified': lastModified(version), 'accept-ranges': 'bytes' })

/** Sends a picture, or the part that the request wants. */
function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { content, version }: { content: Buffer; version: Version },
) {
  const range = wantedRange(request, version, content.length)
  if (range === null) return reply.send(content)
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${content.length}`).send(Buffer.of())
  const { first, last } = range
  reply.code(206).header('content-range', `bytes ${first}-${last}/${content.length}`)
  return reply.send(content.subarray(first, last + 1))
}
