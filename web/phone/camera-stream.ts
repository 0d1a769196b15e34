/** Why there is no picture; each has a text of its own. */
export type CameraProblem = 'denied' | 'missing' | 'busy' | 'insecure' | 'failed'

const problems: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

const video: MediaTrackConstraints = {
  facingMode: { ideal: 'environment' },
  width: { ideal: 1280 },
  height: { ideal: 720 },
}

/** The picture of the camera at the back; of any camera if there is none. */
export async function openCamera(): Promise<MediaStream | CameraProblem> {
  // Browsers have no camera for pages without encryption. Older types do not say so.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (devices === undefined) return window.isSecureContext ? 'missing' : 'insecure'
  try {
    return await devices.getUserMedia({ video, audio: false })
  } catch (error) {
    return error instanceof DOMException ? (problems[error.name] ?? 'failed') : 'failed'
  }
}

export type Torch = { switch(isOn: boolean): Promise<void> }

/** The light beside the camera; null if the device has none. */
export function torchOf(stream: MediaStream): Torch | null {
  const [track] = stream.getVideoTracks()
  const capabilities: (MediaTrackCapabilities & { torch?: boolean }) | undefined = track?.getCapabilities?.()
  if (track === undefined || capabilities?.torch !== true) return null
  return {
    switch: (isOn) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] }),
  }
}

/** Below this mean brightness, of 255, bars are no longer told apart. */
const darkest = 40

/** Whether a picture is too dark to read. Takes a small copy of it. */
export function createLightMeter(): (source: HTMLVideoElement) => boolean {
  const canvas = document.createElement('canvas')
  canvas.width = 32
  canvas.height = 24
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (source) => {
    if (context === null || source.videoWidth === 0) return false
    context.drawImage(source, 0, 0, canvas.width, canvas.height)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    let sum = 0
    for (let at = 0; at < data.length; at += 4) sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)
    return sum / ((data.length / 4) * 3) < darkest
  }
}
