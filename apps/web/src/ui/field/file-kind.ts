const WORDS: Record<string, string> = {
  'application/pdf': 'PDF',
  'text/csv': 'Table (CSV)',
  'text/plain': 'Text',
  'application/xml': 'XML',
  'application/zip': 'Zip archive',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel table',
  'application/octet-stream': 'File',
}

/** A content type in words. `image/jpeg` -> `JPEG image`. */
export function fileKind(contentType: string): string {
  const known = WORDS[contentType]
  if (known) return known
  const [family = '', name = ''] = contentType.split('/')
  if (family === 'image') return `${name.replace(/\+.*/, '').toUpperCase()} image`
  return name.toUpperCase() || 'File'
}

export type Preview = 'picture' | 'pdf' | 'text'

/** How a file can be looked at in the page; undefined: only by downloading it. */
export function choosePreview(contentType: string): Preview | undefined {
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(contentType)) return 'picture'
  if (contentType === 'application/pdf') return 'pdf'
  return contentType === 'text/plain' || contentType === 'text/csv' ? 'text' : undefined
}
