import { useEffect, useRef, useState } from 'react'
import { pictureBytesMax, picturesMax, uploadPicture } from '#contract/admin/products.ts'
import { CallError } from '#web/app/data/call.ts'
import { type Sending, sendFile } from '#web/app/data/send-file.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** An image being uploaded, or a refused one. */
export type PictureUpload = { key: number; file: File; progress: number; failure: string | null }

let keys = 0

/** The images of a product in order, and those being uploaded: each is sent as soon as it is chosen. */
export function useProductPictures(images: readonly string[], onChange: (images: string[]) => void) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<readonly PictureUpload[]>([])
  const [hasTooMany, setTooMany] = useState(false)
  const uploads = useRef(new Map<number, Sending<{ file: string }>>())
  // The form's images when an upload finishes, not when it started.
  const latest = useRef(images)
  useEffect(() => {
    latest.current = images
  }, [images])

  const change = (key: number, facts: Partial<PictureUpload>) =>
    setSent((before) => before.map((each) => (each.key === key ? { ...each, ...facts } : each)))
  const leave = (key: number) => setSent((before) => before.filter((each) => each.key !== key))

  function put(next: string[]): void {
    latest.current = next
    onChange(next)
  }

  async function send(key: number, file: File): Promise<void> {
    change(key, { progress: 0, failure: null })
    if (file.size > pictureBytesMax) return change(key, { failure: t('productForm.pictures.tooLarge') })
    const sending = sendFile(uploadPicture, file, (progress) => change(key, { progress }))
    uploads.current.set(key, sending)
    try {
      const { file: name } = await sending.done
      put([...latest.current, name])
      leave(key)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) redirectToSignIn()
      change(key, { failure: error.message })
    } finally {
      uploads.current.delete(key)
    }
  }

  function add(files: readonly File[]): void {
    // Choosing more files dismisses earlier failures.
    const pending = sent.filter(({ failure }) => failure === null)
    const free = Math.max(0, picturesMax - images.length - pending.length)
    setTooMany(files.length > free)
    const added = files.slice(0, free).map((file): PictureUpload => {
      keys += 1
      return { key: keys, file, progress: 0, failure: null }
    })
    setSent((before) => [...before.filter(({ failure }) => failure === null), ...added])
    for (const { key, file } of added) void send(key, file)
  }

  return {
    images,
    sent,
    hasTooMany,
    add,
    isSending: sent.some(({ failure }) => failure === null),
    retry: ({ key, file }: PictureUpload) => void send(key, file),
    cancel({ key }: PictureUpload): void {
      uploads.current.get(key)?.cancel()
      leave(key)
    },
    remove: (name: string) => put(images.filter((image) => image !== name)),
    /** Moves an image by one position. */
    move(name: string, by: -1 | 1): void {
      const at = images.indexOf(name)
      const next = images.filter((image) => image !== name)
      next.splice(at + by, 0, name)
      put(next)
    },
  }
}
