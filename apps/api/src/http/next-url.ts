/** The URL of the same query from the next page on; `name` is its parameter for the cursor. */
export function nextUrl(url: string, name: string, cursor: string): string {
  const [path = '', search = ''] = url.split('?', 2)
  const query = new URLSearchParams(search)
  query.set(name, cursor)
  return `${path}?${query}`
}
