/** Photos larger than this many bytes are downsized. */
const MOST_BYTES = 200_000
/** Maximum length in pixels of a photo's longer side; enough to read a label. */
const MOST_PIXELS = 2000

/** Downsizes a photo, so that it is uploaded quickly on a phone's connection; other files stay unchanged. */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size <= MOST_BYTES) return file
  const photo = await downsize(file).catch(() => undefined) // this browser can't decode the picture
  return photo ? new File([photo], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: photo.type }) : file
}

async function downsize(file: File): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.8))
}
