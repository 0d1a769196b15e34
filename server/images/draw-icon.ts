import { openPicture } from './encode-image.ts'

const secondsMax = 10

/**
 * Draws a square background as PNG, with a picture in its middle that is at most `room` pixels wide and high. Null: the
 * picture is broken or too large.
 */
export async function drawIcon(background: Buffer, picture: Buffer | null, room: number): Promise<Buffer | null> {
  try {
    const base = openPicture(background)
    if (picture !== null) {
      const side = Math.round(room)
      const fitted = openPicture(picture).autoOrient().resize(side, side, { fit: 'inside' }).png()
      base.composite([{ input: await fitted.timeout({ seconds: secondsMax }).toBuffer(), gravity: 'centre' }])
    }
    return await base.png({ compressionLevel: 9 }).timeout({ seconds: secondsMax }).toBuffer()
  } catch {
    return null
  }
}
