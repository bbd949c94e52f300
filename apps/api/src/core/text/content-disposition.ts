/** Makes the value of a Content-Disposition header (RFC 6266), with an ASCII name for old clients and the real name in UTF-8. */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\w.\- ]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}`
}
