/** The URL of the next page of the same query; `name` is the query parameter for the cursor. */
export function nextUrl(url: string, name: string, cursor: string): string {
  const [path = '', search = ''] = url.split('?', 2)
  const query = new URLSearchParams(search)
  query.set(name, cursor)
  return `${path}?${query}`
}
