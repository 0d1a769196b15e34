import { useRef, useState } from 'react'
import {
  type FaultPhoto,
  faultPhotoBytesMax,
  removeFaultPhoto,
  uploadFaultPhoto,
} from '#contract/shop/fault-reports.ts'
import { faultPhotoPath } from '#contract/core/record-paths.ts'
import { faultPhotosMax } from '#domain/after-sales/fault-report.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { type Sending, sendFile } from '#web/app/data/send-file.ts'

/** A photo of the form: uploading, accepted (`photo`) or refused. */
export type FormPhoto = {
  key: number
  file: File | null
  preview: string | null
  /** 0 to 1. */
  progress: number
  photo: FaultPhoto | null
  failure: string | null
  /** The photo itself was refused; sending it again would not help. */
  isUnfit: boolean
}

let lastKey = 0

/** A photo of a draft that the server already has. */
function draftPhoto(photo: FaultPhoto): FormPhoto {
  lastKey += 1
  return {
    key: lastKey,
    file: null,
    preview: faultPhotoPath(photo.file),
    progress: 1,
    photo,
    failure: null,
    isUnfit: false,
  }
}

/** The photos of a report, those of a draft first. Each is uploaded as soon as it is chosen. */
export function usePhotos(drafted: readonly FaultPhoto[], onSignedOut: () => void) {
  const { t } = useTranslation()
  const [photos, setPhotos] = useState<readonly FormPhoto[]>(() => drafted.map(draftPhoto))
  const [hasTooMany, setTooMany] = useState(false)
  const uploads = useRef(new Map<number, PhotoSending>())

  const change = (key: number, facts: Partial<FormPhoto>) =>
    setPhotos((before) => before.map((each) => (each.key === key ? { ...each, ...facts } : each)))

  async function send(key: number, file: File): Promise<void> {
    change(key, { progress: 0, failure: null })
    const { blob, preview } = await shrinkPhoto(file)
    change(key, { preview })
    if (blob.size > faultPhotoBytesMax) {
      return change(key, { failure: t('faultReport.photos.tooLarge'), isUnfit: true })
    }
    const sending = sendPhoto(blob, (progress) => change(key, { progress }))
    uploads.current.set(key, sending)
    try {
      change(key, { photo: await sending.done, progress: 1 })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) onSignedOut()
      change(key, { failure: error.message, isUnfit: error.code === 'photo_invalid' || error.code === 'too_large' })
    } finally {
      uploads.current.delete(key)
    }
  }

  function add(files: readonly File[]): void {
    const free = faultPhotosMax - photos.length
    setTooMany(files.length > free)
    const added = files.slice(0, free).map((file): FormPhoto & { file: File } => {
      lastKey += 1
      return { key: lastKey, file, preview: null, progress: 0, photo: null, failure: null, isUnfit: false }
    })
    setPhotos((before) => [...before, ...added])
    for (const { key, file } of added) void send(key, file)
  }

  function remove({ key, photo }: FormPhoto): void {
    setTooMany(false)
    uploads.current.get(key)?.cancel()
    setPhotos((before) => before.filter((each) => each.key !== key))
    // The server removes unused photos after a day.
    if (photo !== null) void call(removeFaultPhoto, { params: { file: photo.file } }).catch(() => {})
  }

  const retry = ({ key, file }: FormPhoto) => (file === null ? undefined : void send(key, file))
  const isSending = photos.some(({ photo, failure }) => photo === null && failure === null)
  return { photos, isSending, hasTooMany, add, remove, retry }
}

type PhotoSending = Sending<FaultPhoto>

/** Sends one photo and reports progress from 0 to 1. Throws CallError like `call`. */
const sendPhoto = (blob: Blob, onProgress: (part: number) => void): PhotoSending =>
  sendFile(uploadFaultPhoto, blob, onProgress)
