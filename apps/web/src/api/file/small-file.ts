/** A file that goes along with a call. */
export interface SmallFile {
  filename: string
  base64: string
}

/** What a call takes, before it is written as base64. */
const MOST_BYTES = 1_300_000
/** The longer side of a photo: enough to read a label. */
const MOST_PIXELS = 2000

/** A file as a call takes it; photos are made smaller first. Undefined for one that is too large. */
export async function readSmallFile(file: File): Promise<SmallFile | undefined> {
  if (file.type.startsWith('image/') && file.size > 200_000) {
    const photo = await smaller(file).catch(() => undefined) // no picture that this browser reads
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
