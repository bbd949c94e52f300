const WORDS: Record<string, string> = {
  'application/pdf': 'PDF',
  'text/csv': 'Table (CSV)',
  'text/plain': 'Text',
  'application/xml': 'XML',
  'application/zip': 'Zip archive',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel spreadsheet',
  'application/octet-stream': 'File',
}

/** Describes a content type. `image/jpeg` -> `JPEG image`. */
export function fileKind(contentType: string): string {
  const known = WORDS[contentType]
  if (known) return known
  const [family = '', name = ''] = contentType.split('/')
  if (family === 'image') return `${name.replace(/\+.*/, '').toUpperCase()} image`
  return name.toUpperCase() || 'File'
}

export type Preview = 'picture' | 'pdf' | 'text'

/** Chooses how the page can preview a file; undefined if it can only be downloaded. */
export function choosePreview(contentType: string): Preview | undefined {
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(contentType)) return 'picture'
  if (contentType === 'application/pdf') return 'pdf'
  return contentType === 'text/plain' || contentType === 'text/csv' ? 'text' : undefined
}
