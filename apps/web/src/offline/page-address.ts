/**
 * Paths that the server answers itself, and files at the root. A dot in a later segment belongs to a serial number, such as `/sendapedigree/AB.12`.
 */
const NOT_PAGES = /^\/((api|trpc|demo\/mail|health|ready)([/.]|$)|[^/]*\.[a-z0-9]{1,5}$|\.|assets\/|inspect\/[^/]+\/file$)/i

/** Whether a path belongs to a page of the web app, so that `index.html` answers it. */
export function isPageAddress(pathname: string): boolean {
  return !NOT_PAGES.test(pathname)
}
