/** A file that is sent inside a call. */
export interface SmallFile {
  filename: string
  base64: string
}

/** Most bytes that a call accepts, before base64 encoding. */
const MOST_BYTES = 1_300_000
/** Longer side of a photo in pixels, enough to read a label. */
const MOST_PIXELS = 2000

/** Encodes a file for a call and downsizes photos first. Undefined if it is too large. */
export async function readSmallFile(file: File): Promise<SmallFile | undefined> {
  if (file.type.startsWith('image/') && file.size > 200_000) {
    const photo = await smaller(file).catch(() => undefined) // this browser can't decode the picture
    if (photo && photo.size <= MOST_BYTES) return { filename: `${file.name.replace(/\.[^.]*$/, '')}.jpg`, base64: await asBase64(photo) }
  }
  return file.size <= MOST_BYTES ? { filename: file.name, base64: await asBase64(file) } : undefined
}

async function smaller(file: File): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.8))
}

async function asBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  const piece = 8192
  for (let from = 0; from < bytes.length; from += piece) text += String.fromCharCode(...bytes.subarray(from, from + piece))
  return btoa(text)
}
