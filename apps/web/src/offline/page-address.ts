/** What the server answers itself, and files at the root; a dot further on is part of a serial number, such as `/sendapedigree/AB.12`. */
const NOT_PAGES = /^\/((api|trpc|demo\/mail|health|ready)([/.]|$)|[^/]*\.[a-z0-9]{1,5}$|\.|assets\/)/i

/** Whether the one page of the product is what an address shows. */
export function isPageAddress(pathname: string): boolean {
  return !NOT_PAGES.test(pathname)
}
