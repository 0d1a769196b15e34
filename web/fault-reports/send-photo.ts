import { type FaultPhoto, uploadFaultPhoto } from '#contract/shop/fault-reports.ts'
import { type Sending, sendFile } from '#web/app/data/send-file.ts'

export type PhotoSending = Sending<FaultPhoto>

/** Sends one photo and reports progress from 0 to 1. Throws CallError like `call`. */
export const sendPhoto = (blob: Blob, onProgress: (part: number) => void): PhotoSending =>
  sendFile(uploadFaultPhoto, blob, onProgress)
